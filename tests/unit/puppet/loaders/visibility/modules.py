"""Modules of several versions, for the tests of visibility."""

from __future__ import annotations

import json
from pathlib import Path

from duckrow.puppet.environment import Node, Result, compile_catalog
from duckrow.puppet.environment.find import environment_at
from duckrow.puppet.settings.settings import Settings


def metadata(name: str, version: str, **needs: str) -> str:
    """Write a metadata.json; `needs` has a range for each module."""
    dependencies = [
        {"name": f"duck/{module}", "version_requirement": range_}
        for module, range_ in needs.items()
    ]
    return json.dumps({"name": f"duck-{name}", "version": version, "dependencies": dependencies})


# Modules that need different versions of stdlib, and one without a metadata.json.
MODULES = {
    "modules/stdlib@8.5.0/metadata.json": metadata("stdlib", "8.5.0"),
    "modules/stdlib@9.7.0/metadata.json": metadata("stdlib", "9.7.0"),
    "modules/one/metadata.json": metadata("one", "1.0.0", stdlib=">= 8.0.0 < 9.0.0"),
    "modules/two/metadata.json": metadata("two", "2.0.0", stdlib=">= 9.0.0"),
    "modules/site/manifests/init.pp": "class site { include one include two }",
}


def write(root: Path, files: dict[str, str]) -> Path:
    """Write files below a directory."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def in_both(files: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Return files of stdlib, each with its content in 8.5.0 and in 9.7.0."""
    found = {}
    for name, (older, newer) in files.items():
        found[f"modules/stdlib@8.5.0/{name}"] = older
        found[f"modules/stdlib@9.7.0/{name}"] = newer
    return found


def bodies(one: str, two: str = "") -> dict[str, str]:
    """Return the manifests of the modules one and two."""
    return {
        "modules/one/manifests/init.pp": f"class one {{ {one} }}",
        "modules/two/manifests/init.pp": f"class two {{ {two or one} }}",
    }


def run(root: Path, code: str, mode: str = "strict", **settings: object) -> Result:
    """Compile code in the environment of a directory."""
    given: dict[str, object] = {"module_visibility": mode, **settings}
    environment = environment_at(Settings({**given, "code": code}), "production", str(root))
    return compile_catalog(environment, Node("pond"))


def notices(root: Path, code: str, mode: str = "strict", **settings: object) -> list[str]:
    """Return what a compile logs; it must not fail."""
    result = run(root, code, mode, **settings)
    assert result.failure is None, (result.failure.message, result.failure.trace)
    return [entry.message for entry in result.logs if entry.level == "notice"]


def warnings(root: Path, code: str, mode: str = "warn", **settings: object) -> list[str]:
    """Return the warnings of a compile, each with its location; it must not fail."""
    result = run(root, code, mode, **settings)
    assert result.failure is None, (result.failure.message, result.failure.trace)
    return [
        f"{at.file}:{at.line}:{at.column}: {entry.message}".removeprefix(f"{root}/modules/")
        for entry in result.logs
        if entry.level == "warning" and (at := entry.location) is not None
    ]


def error(root: Path, code: str, mode: str = "strict", **settings: object) -> tuple[str, str, str]:
    """Return why a compile fails: the message, the reason and the hint."""
    failure = run(root, code, mode, **settings).failure
    assert failure is not None
    assert not failure.is_fault, failure.trace
    return failure.basic.removeprefix("Evaluation Error: "), failure.why, failure.hint
