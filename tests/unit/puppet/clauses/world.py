"""Words for the tests of the specification's clauses about loading, evaluating and building.

A world is an environment in a temporary folder, given as a dict of paths and texts.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.environment.compile import Result
from duckrow.puppet.settings.settings import Settings

Files = dict[str, str]


def build(
    code: str = "",
    files: Files | None = None,
    *,
    manifest: str | None = None,
    node: str = "agent.example.com",
    facts: dict[str, Any] | None = None,
    classes: Any = None,
    parameters: dict[str, Any] | None = None,
    **settings: str,
) -> Result:
    """Compile a program; `files` are below the environment's folder."""
    folder = Path(tempfile.mkdtemp())
    try:
        for path, text in (files or {}).items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        environment = Environment(
            directory=str(folder),
            modulepath=[str(folder / "modules")],
            manifest=str(folder / manifest) if manifest else None,
            code=None if manifest and not code else code,
            settings=Settings({"certname": node, **settings}),
        )
        found = Node(node, facts or {}, classes=classes, parameters=parameters)
        return compile_catalog(environment, found)
    finally:
        shutil.rmtree(folder)


def said(code: str = "", files: Files | None = None, **how: Any) -> list[str]:
    """Give what a program that compiles says at the level of notices."""
    result = build(code, files, **how)
    assert result.failure is None, result.failure.to_data()
    return [entry.message for entry in result.logs if entry.level == "notice"]


def labelled(code: str = "", files: Files | None = None, **how: Any) -> list[str]:
    """Give what a program says, with who says it."""
    result = build(code, files, **how)
    assert result.failure is None, result.failure.to_data()
    return [f"{entry.source}: {entry.message}" for entry in result.logs if entry.level == "notice"]


def refused(code: str = "", files: Files | None = None, **how: Any) -> str:
    """Give the error of a program that does not compile."""
    result = build(code, files, **how)
    assert result.failure is not None
    return str(result.failure.to_data()["message"])


def order(code: str = "", files: Files | None = None, **how: Any) -> list[str]:
    """Give the resources of a catalog in its order."""
    result = build(code, files, **how)
    assert result.failure is None, result.failure.to_data()
    return [str(resource) for resource in result.build.catalog.resources]
