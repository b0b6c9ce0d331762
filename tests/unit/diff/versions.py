"""Two versions of an environment in directories, and their differences for one node."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from duckrow.diff.ignore import Rules
from duckrow.diff.nodes import Comparison, Options
from duckrow.diff.versions import NodeInput, VersionName
from duckrow.puppet.loaders.sources import Sources

HIERA = "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n"


def write(directory: Path, files: dict[str, str]) -> str:
    for name, text in {"environment.conf": "", "hiera.yaml": HIERA, **files}.items():
        file = directory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return str(directory)


def comparison(path: Path, old: dict[str, str], new: dict[str, str]) -> Comparison:
    """Write two versions; return their comparison. `new` changes files of the old version."""
    names = [
        VersionName(name, write(path / name, files))
        for name, files in (("old", old), ("new", {**old, **new}))
    ]
    options = Options(Rules(), shows_order=False)
    return Comparison(names[0], names[1], options, Sources(None, remembers=True))


def differences(
    path: Path, old: dict[str, str], new: dict[str, str], node: str = "web1"
) -> list[dict[str, Any]]:
    """Return what is different for a node."""
    found: list[dict[str, Any]] = comparison(path, old, new).compare(NodeInput(node, {}))["items"]
    return found


def about(items: list[dict[str, Any]], subject: str) -> list[dict[str, Any]]:
    return [each for each in items if each["about"] == subject]
