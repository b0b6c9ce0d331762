"""The modules on the module path: a directory or an archive each, the first one of a name wins.

What has no name that a module can have is skipped silently. What a module declares as its
dependencies in metadata.json is looked at before other modules when its code calls a function by a
name without a module.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.source.module_names import modules_in, short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.loaders.directories import Directories


class Module:
    """One module: its name, and its directory or archive."""

    __slots__ = ("_dependencies", "_directories", "_version", "fault", "name", "path")

    def __init__(self, name: str, path: str, directories: Directories) -> None:
        self.name = name
        self.path = path
        self._directories = directories
        self._dependencies: tuple[str, ...] | None = None
        self._version: tuple[int, ...] | None = None
        self.fault = ""  # of its metadata.json, once that has been parsed

    def file(self, relative: str) -> str | None:
        """Return the full path of a file of the module if there is one."""
        return f"{self.path}/{relative}" if self._directories.has(self.path, relative) else None

    @property
    def dependencies(self) -> tuple[str, ...]:
        """Names of the modules that metadata.json names as dependencies."""
        if self._dependencies is None:
            self._dependencies = _dependencies_in(self.parsed_metadata())
        return self._dependencies

    @property
    def version(self) -> tuple[int, ...]:
        """The numbers of its version; empty without metadata."""
        if self._version is None:
            self._version = _version_in(self.parsed_metadata())
        return self._version

    @property
    def starting_point(self) -> object:
        """The class that is included by itself, as metadata.json describes it, or None."""
        text = self._metadata()
        if b'"starting_point"' not in text:
            return None
        from duckrow.data.errors import DataError
        from duckrow.data.json import load

        try:
            data = load(text)
        except DataError as error:
            raise EvaluationError(f"{self.path}/metadata.json: {error}", is_bare=True) from None
        own = data.get("duckrow") if type(data) is dict else None
        return own.get("starting_point") if type(own) is dict else None

    def parsed_metadata(self) -> object:
        """Return the content of metadata.json; None, and set `fault`, if it cannot be parsed."""
        text = self._metadata()
        if not text:
            return None
        from json import loads

        try:
            return loads(text)
        except ValueError as error:
            self.fault = (
                f"{self.name} has an invalid and unparsable metadata.json file. "
                f"The parse error: {error}"
            )
            return None

    def _metadata(self) -> bytes:
        """Return the content of metadata.json, or nothing if it cannot be read."""
        path = self.file("metadata.json")
        try:
            return self._directories.read(path) if path else b""
        except EvaluationError:
            return b""

    def __repr__(self) -> str:
        return f"<module {self.name}>"


def find_modules(modulepath: list[str], directories: Directories) -> dict[str, Module]:
    """Return the modules by name, in the order of the path and of their names in it."""
    found: dict[str, Module] = {}
    for directory in modulepath:
        directories.use_index(directory)
        for module, name in modules_in(directories.names(directory)):
            if module not in found:
                path = f"{directory}/{name}"
                if directories.is_module(path):
                    found[module] = Module(module, path, directories)
    return found


def _dependencies_in(said: object) -> tuple[str, ...]:
    listed = said.get("dependencies") if isinstance(said, dict) else None
    names = [entry.get("name") for entry in listed or () if isinstance(entry, dict)]
    return tuple(short_name(name) for name in names if isinstance(name, str))


def _version_in(said: object) -> tuple[int, ...]:
    version = said.get("version") if isinstance(said, dict) else None
    numbers = version.partition("-")[0].split(".") if isinstance(version, str) else [""]
    return tuple(map(int, numbers)) if all(map(str.isdecimal, numbers)) else ()
