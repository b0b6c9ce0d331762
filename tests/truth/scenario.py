"""Scenarios: small manifests over real modules, compiled with a record or with edits.

A scenario is a manifest in `scenarios`, and the modules that it uses: those that are installed, or
those of `modules` here. An edited scenario has a copy of each changed file; the rest of a module
are links.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.environment.compile import Result
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.loaders.sources import Sources
from duckrow.puppet.settings.settings import Settings

HERE = Path(__file__).parent
INSTALLED = "/usr/share/puppet/modules"
FACTS = HERE.parent / "conformance/puppet/facts/debian12.json"
NODE = "test.example.com"


@cache
def facts() -> dict[str, object]:
    """Read the facts of the node."""
    found: dict[str, object] = json.loads(FACTS.read_bytes())
    return found


@dataclass(frozen=True)
class Edit:
    """A part of a file that is replaced; offsets count characters."""

    file: str
    start: int
    end: int
    text: str = ""
    what: str = ""


@dataclass(frozen=True)
class Scenario:
    """A manifest and the path of its modules."""

    name: str
    manifest: str
    modulepath: tuple[str, ...] = (INSTALLED,)

    def compile(self, record: Record | None = None, sources: Sources | None = None) -> Result:
        settings = Settings({"strict": "warning", "strict_variables": "false"})
        environment = Environment(
            manifest=self.manifest,
            modulepath=list(self.modulepath),
            settings=settings,
            sources=sources,
        )
        return compile_catalog(environment, Node(NODE, facts()), listener=record)

    def recorded(self, sources: Sources | None = None) -> Recorded:
        """Compile with a record."""
        record = Record()
        result = self.compile(record, sources)
        assert result.failure is None, result.failure.to_data()["message"]
        return Recorded(result.build, record)

    def edited(self, edits: Iterable[Edit], directory: Path) -> Scenario:
        """Return this scenario with edits, written to a directory."""
        texts: dict[str, list[Edit]] = {}
        for edit in edits:
            texts.setdefault(edit.file, []).append(edit)
        manifest, modules = self.manifest, directory / "modules"
        for file, found in texts.items():
            text = _edited(Path(file).read_text(), found)
            if file == self.manifest:
                target = directory / "manifest.pp"
                target.parent.mkdir(parents=True, exist_ok=True)
                manifest = str(target)
            else:
                root = next(each for each in self.modulepath if file.startswith(f"{each}/"))
                target = _linked(Path(root), Path(file).relative_to(root), modules)
            target.write_text(text)
        path = (str(modules), *self.modulepath) if modules.is_dir() else self.modulepath
        return Scenario(self.name, manifest, path)


def _edited(text: str, edits: Sequence[Edit]) -> str:
    for edit in sorted(edits, key=lambda each: each.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _linked(root: Path, file: Path, modules: Path) -> Path:
    """Make a copy of a module out of links, except for the directories above a file."""
    source, target = root, modules
    for part in file.parts:
        if source != root:
            for each in os.listdir(source):
                if each != part and not os.path.lexists(target / each):
                    (target / each).symlink_to(source / each)
        source, target = source / part, target / part
        if part != file.parts[-1]:
            if target.is_symlink():
                target.unlink()
            target.mkdir(parents=True, exist_ok=True)
        elif target.is_symlink():
            target.unlink()
    return target


def installed_scenarios() -> list[Scenario]:
    """Return the scenarios over the installed modules."""
    files = sorted((HERE / "scenarios").glob("*.pp"))
    return [Scenario(file.stem, str(file)) for file in files]
