"""The lock: the chosen release of every module, where it lies, and its digest, as JSON.

It may hold several versions of a module. Then each module that depends on it has the version that
it sees under `chosen`, and `visible` has the version that the environment sees.
"""

from __future__ import annotations

import json
from os.path import isabs, join

from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.machine.paths import absolute, relative_to
from duckrow.puppet.module_sources.release import (
    ARCHIVE,
    DIRECTORY,
    KINDS,
    LOCAL,
    TARBALL,
    Origin,
    version_of,
)
from duckrow.source.errors import InputError
from duckrow.source.module_names import is_archive_name, is_module_name, short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.module_sources.release import Release
    from duckrow.puppet.module_sources.several import Choice

FORMAT = 1
NAME = "Puppetfile.lock.json"
_DIGITS = frozenset("0123456789abcdef")
_LENGTHS = {"sha256": (64,), "md5": (32,), "commit": (40, 64)}


class Locked:
    """One module of a lock."""

    __slots__ = ("chosen", "dependencies", "name", "origin", "version")

    def __init__(
        self,
        name: str,
        version: str,
        origin: Origin,
        dependencies: dict[str, str],
        chosen: dict[str, str] | None = None,
    ) -> None:
        self.name = name
        self.version = version
        self.origin = origin
        self.dependencies = dependencies  # ranges by the name of the module
        # The version that it sees of a module of which the lock has several, by name.
        self.chosen = chosen or {}

    @property
    def directory(self) -> str:
        return short_name(self.name)

    @property
    def shown(self) -> str:
        return f"{self.name} {self.version}".rstrip()


class Lock:
    """The modules of a lock, in the order of their names, and the directory they belong in.

    `visible` has the versions of the modules that the Puppetfile names, or None: an older lock
    does not say.
    """

    __slots__ = ("moduledir", "modules", "visible")

    def __init__(
        self, moduledir: str, modules: Iterable[Locked], visible: dict[str, str] | None = None
    ) -> None:
        self.moduledir = moduledir
        self.modules = sorted(modules, key=lambda each: (each.name, each.version))
        self.visible = visible

    @classmethod
    def of(cls, moduledir: str, choice: Choice) -> Lock:
        """Make the lock of the releases that were chosen."""
        return cls(
            moduledir,
            (
                Locked(
                    each.name,
                    each.version_text,
                    each.origin,
                    {need.name: need.text for need in each.dependencies},
                    _versions(choice.chosen.get(each, {})),
                )
                for each in choice.releases
            ),
            _versions(choice.visible),
        )

    def has_several(self, name: str) -> bool:
        """Return whether the lock holds several versions of a module."""
        return sum(each.name == name for each in self.modules) > 1

    def text(self, directory: str) -> str:
        """Return the content of a lock file in a directory: equal locks have equal bytes."""
        modules = []
        for each in self.modules:
            origin = each.origin
            source = {"type": origin.kind, "location": _moved(origin, directory)}
            if origin.digest:
                source["digest"] = origin.digest
            chosen = {"chosen": dict(sorted(each.chosen.items()))} if each.chosen else {}
            modules.append(
                {
                    "name": each.name,
                    "version": each.version,
                    "dependencies": dict(sorted(each.dependencies.items())),
                    **chosen,
                    "source": source,
                }
            )
        whole: dict[str, object] = {"format": FORMAT, "moduledir": self.moduledir}
        if self.visible is not None:
            whole["visible"] = dict(sorted(self.visible.items()))
        whole["modules"] = modules
        return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _versions(releases: dict[str, Release]) -> dict[str, str]:
    return {name: release.version_text for name, release in releases.items()}


def _moved(origin: Origin, directory: str) -> str:
    """Return the location of an origin; a relative path begins in the directory of the lock."""
    if not _is_relative(origin):
        return origin.location
    return relative_to(absolute(origin.location), absolute(directory))


def _is_relative(origin: Origin) -> bool:
    is_path = origin.kind in (DIRECTORY, ARCHIVE, LOCAL)
    is_path = is_path or (origin.kind == TARBALL and "://" not in origin.location)
    return is_path and not isabs(origin.location)


def read_lock(path: str, content: bytes, directory: str) -> Lock:
    """Read a lock; `directory` is where its relative paths begin. Raises InputError."""
    try:
        whole = load(content)
    except DataError as error:
        raise InputError(f"{path} is not JSON: {error}") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise InputError(
            f"{path} is not a lock of modules of format {FORMAT}",
            hint="duckrow module lock writes one",
        )
    listed, moduledir = whole.get("modules"), whole.get("moduledir")
    if not isinstance(listed, list) or not isinstance(moduledir, str) or not moduledir:
        raise InputError(f"{path} names no modules or no moduledir")
    visible = whole.get("visible")
    if visible is not None and not _is_texts(visible):
        raise InputError(f"{path}: 'visible' is not versions of modules by name")
    modules: dict[str, dict[str, Locked]] = {}
    for number, each in enumerate(listed, 1):
        module = _locked(each, directory)
        if module is None:
            raise InputError(f"{path}: module {number} is incomplete or invalid")
        same = modules.setdefault(module.directory, {})
        if module.version in same or any(each.name != module.name for each in same.values()):
            raise InputError(f"{path}: two modules are installed as {module.directory}")
        same[module.version] = module
        if len(same) > 1 and "" in same:
            raise InputError(f"{path}: one of several modules {module.directory} has no version")
    every = [each for same in modules.values() for each in same.values()]
    return Lock(moduledir, every, visible)


def _locked(given: object, directory: str) -> Locked | None:
    if not isinstance(given, dict):
        return None
    name, version, source = (given.get(each) for each in ("name", "version", "source"))
    dependencies, chosen = given.get("dependencies", {}), given.get("chosen", {})
    if not isinstance(name, str) or not isinstance(version, str) or not isinstance(source, dict):
        return None
    if not is_module_name(short_name(name)) or not isinstance(dependencies, dict):
        return None
    if not _is_texts(chosen):
        return None
    if version:  # it becomes part of a file name
        number = version_of(version)
        if number is None or str(number) != version:
            return None
    kind, location, digest = (source.get(each, "") for each in ("type", "location", "digest"))
    if kind not in KINDS or not isinstance(location, str) or not isinstance(digest, str):
        return None
    if kind != LOCAL and not _is_digest(digest):
        return None
    if kind == ARCHIVE and not is_archive_name(location):
        return None
    origin = Origin(kind, location, digest)
    if _is_relative(origin):
        origin = Origin(kind, join(directory, location), digest)
    needs = {str(each): str(text) for each, text in dependencies.items()}
    return Locked(name, version, origin, needs, chosen)


def _is_texts(given: object) -> bool:
    """Return whether a value is an object whose values are strings."""
    return isinstance(given, dict) and all(isinstance(each, str) for each in given.values())


def _is_digest(text: str) -> bool:
    algorithm, _, digits = text.partition(":")
    return len(digits) in _LENGTHS.get(algorithm, ()) and set(digits) <= _DIGITS
