"""Compiling a few lines, for the tests of clauses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from duckrow.puppet.catalog.build import Build
from duckrow.puppet.catalog.resource import Resource
from duckrow.puppet.environment import Environment, Node, Result, compile_catalog
from duckrow.puppet.settings.settings import Settings

NODE = "pond.example.com"


def write(directory: Path, files: dict[str, str]) -> Path:
    """Write files by their paths below a directory."""
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return directory


def compiled(
    code: str | None = None,
    *,
    manifest: Path | None = None,
    modules: Path | None = None,
    name: str = NODE,
    node: dict[str, Any] | None = None,
    settings: dict[str, Any] | None = None,
) -> Result:
    """Compile with Puppet 7's strictness."""
    given = {"strict": "warning", "strict_variables": False, **(settings or {})}
    environment = Environment(
        code=code,
        manifest=None if manifest is None else str(manifest),
        modulepath=[] if modules is None else [str(modules)],
        settings=Settings(given),
    )
    return compile_catalog(environment, Node(name, **(node or {})))


def notices(code: str | None = None, **options: Any) -> list[str]:
    """Give what a program says; it must not fail."""
    result = compiled(code, **options)
    assert result.failure is None, result.failure.message
    return [log.message for log in result.logs if log.level == "notice"]


def lines(code: str, **options: Any) -> list[str]:
    """Give what a program says, with who says it, as a console shows it."""
    result = compiled(code, **options)
    assert result.failure is None, result.failure.message
    return [f"Notice: {log.source}: {log.message}" for log in result.logs if log.level == "notice"]


def error(code: str | None = None, **options: Any) -> str:
    """Give why a program fails."""
    result = compiled(code, **options)
    assert result.failure is not None
    return result.failure.message


def resource(build: Build, title: str) -> Resource:
    """Give a notify of a catalog."""
    found = build.find_resource("notify", title)
    assert found is not None
    return found


def resources(code: str | None = None, **options: Any) -> list[str]:
    """List the resources of a catalog in order, but for those that every catalog has."""
    result = compiled(code, **options)
    assert result.failure is None, result.failure.message
    return [str(each) for each in result.catalog.resources[3:] if not each.is_virtual]
