"""hiera.yaml: read, validated, and turned into the entries of a hierarchy.

A configuration belongs to a layer. Its paths may depend on variables of the scope that asks, so
the entries are made anew whenever one of those has another value.
"""

from __future__ import annotations

import re

from duckrow.data.errors import DataError
from duckrow.data.symbol import Symbol
from duckrow.puppet.hiera import locations
from duckrow.puppet.hiera.entries import Entry, make_entry
from duckrow.puppet.hiera.errors import MISSING, FailedLookupError, HieraError
from duckrow.puppet.hiera.interpolation import interpolate
from duckrow.puppet.hiera.key import dig
from duckrow.puppet.hiera.request import Request
from duckrow.puppet.hiera.variables import quiet_variable
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import Location
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.to_s import to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.layers import Layer

FILE_NAME = "hiera.yaml"
FUNCTION_KEYS = ("data_hash", "lookup_key", "data_dig", "hiera3_backend")
_ALL_FUNCTION_KEYS = (*FUNCTION_KEYS, "v4_data_hash")
LOCATION_KEYS = ("path", "paths", "glob", "globs", "uri", "uris", "mapped_paths")

DEFAULT: dict[str, object] = {
    "version": 5,
    "defaults": {"datadir": "data", "data_hash": "yaml_data"},
    "hierarchy": [{"name": "Common", "path": "common.yaml"}],
}
# Variables that no scope can set anew.
_FIXED = frozenset(("facts", "trusted", "server_facts"))


class Config:
    """A configuration of version 5."""

    version = 5

    __slots__ = (
        "_default_entries",
        "_entries",
        "_remembered",
        "data",
        "layer",
        "path",
        "root",
    )

    def __init__(self, root: str, path: str | None, data: dict[str, object], layer: Layer) -> None:
        self.root = root
        self.path = path
        self.layer = layer
        self._entries: list[Entry] | None = None
        self._default_entries: list[Entry] = []
        self._remembered: list[tuple[str, str, tuple[Any, ...], Any]] = []
        self.data = self.judged(data)

    @property
    def has_default_hierarchy(self) -> bool:
        return "default_hierarchy" in self.data

    def judged(self, data: dict[str, object]) -> dict[str, Any]:
        """Return the configuration with its defaults; raise an error if it is invalid."""
        from duckrow.puppet.hiera.config_rules import judge

        data = dict(data)
        for key in ("defaults", "hierarchy"):
            if data.get(key) is None:
                data[key] = DEFAULT[key]
        judge(self, data)
        return data

    def entries(self, request: Request, from_default: bool = False) -> list[Entry]:
        """Return the entries of the hierarchy, or of the default hierarchy."""
        if self._entries is None or (self._remembered and not self._is_stable(request)):
            if self._entries is not None and request.explainer is not None:
                request.explainer.text(
                    "Hiera configuration recreated due to change of scope variables used in "
                    "interpolation expressions"
                )
            self._make_entries(request)
        assert self._entries is not None
        return self._default_entries if from_default else self._entries

    @property
    def made_entries(self) -> list[Entry]:
        """The entries that the last lookup made."""
        return self._entries or []

    @property
    def is_fixed(self) -> bool:
        """Whether the entries are made and depend on no variable that may change."""
        return self._entries is not None and not self._remembered

    def _make_entries(self, request: Request) -> None:
        making = Request(request.lookups, request.scope)
        making.names, making.explainer = [], None  # paths are not part of the explained lookup
        making.is_version_3 = request.is_version_3
        making.remembered = []
        try:
            self._entries = self.made("hierarchy", making)
            if self.has_default_hierarchy:
                self._default_entries = self.made("default_hierarchy", making)
        except HieraError as error:
            if error.code and error.location is None and self.path:
                error.location = Location(self.path, None)
            raise
        except EvaluationError as error:
            start = "Undefined variable '"
            if error.message.startswith(start):
                name = error.message[len(start) :].partition("'")[0]
                line = self.line_with(rf"%\{{['\"]?{name}['\"]?\}}")
                raise self.error(
                    f"Undefined variable '{name}'", "hiera-undefined-variable", line
                ) from None
            raise
        self._remembered = list(
            {entry[0]: entry for entry in making.remembered if entry[1] not in _FIXED}.values()
        )

    def _is_stable(self, request: Request) -> bool:
        """Return whether the variables in the paths still have the same values."""
        explainer, request.explainer = request.explainer, None
        try:
            for key, root, segments, old in self._remembered:
                value = quiet_variable(request, root)
                if segments and value is not None:
                    value = dig(key, request, segments, value)
                    value = None if value is MISSING else value
                if value is not old and to_key(value) != to_key(old):
                    return False
        finally:
            request.explainer = explainer
        return True

    def made(self, hierarchy: str, request: Request) -> list[Entry]:
        """Make the entries of one of the hierarchies."""
        defaults = self.data.get("defaults") or {}
        made: dict[str, Entry] = {}
        for entry in self.data[hierarchy]:
            name = entry["name"]
            if name in made:
                raise self.twice(rf"\s+name:\s+['\"]?{name}(?:[^\w]|$)", "Hierarchy name", name)
            kind = next((key for key in _ALL_FUNCTION_KEYS if key in entry), None)
            if kind is not None:
                function_name = entry[kind]
            else:
                kind = next(key for key in FUNCTION_KEYS if key in defaults)
                function_name = defaults[kind]
            datadir = to_s(interpolate(self.datadir(entry), request, False))
            found = self._locations(entry, datadir, request)
            if self.path is None and found is not None and not found:
                continue
            options = entry.get("options") or defaults.get("options") or {}
            options = interpolate(options, request, False) if options else {}
            made[name] = make_entry(kind, name, self, function_name, options, found)
        return list(made.values())

    def datadir(self, entry: dict[str, Any]) -> str:
        """Return the directory that the paths of an entry are in, as it is declared."""
        defaults = self.data.get("defaults") or {}
        return locations.join(self.root, entry.get("datadir") or defaults.get("datadir") or "data")

    def _locations(
        self, entry: dict[str, Any], datadir: str, request: Request
    ) -> list[locations.DataLocation] | None:
        kind = next((key for key in LOCATION_KEYS if key in entry), None)
        if kind is None:
            return None
        declared = entry[kind] if isinstance(entry[kind], list) else [entry[kind]]
        match kind:
            case "path" | "paths":
                return locations.paths(request, datadir, declared, existing_only=self.path is None)
            case "glob" | "globs":
                return locations.globs(request, datadir, declared)
            case "uri" | "uris":
                return locations.uris(request, declared)
        return locations.mapped_paths(request, datadir, declared)

    # ---- errors

    def error(self, message: str, code: str, line: int | None = None) -> HieraError:
        """Make an error about the configuration; it belongs to its file."""
        return HieraError(message, code, Location(self.path, line) if self.path else None)

    def twice(self, pattern: str, what: str, name: str) -> HieraError:
        """Make the error about a name that is used twice."""
        first = self.line_with(pattern)
        line = self.line_with(pattern, first + 1) if first else None
        verb = "is defined" if what == "Backend" else "defined"
        message = f"{what} '{name}' {verb} more than once."
        if line:
            message += f" First defined at (line: {first})"
        code = "backend" if what == "Backend" else "hierarchy-name"
        return self.error(message, f"hiera-{code}-multiply-defined", line or first)

    def line_with(self, pattern: str, start: int = 1) -> int | None:
        """Return the first line that matches a pattern, comments aside."""
        if self.path is None:
            return None

        text = self.layer.lookups.build.world.read(self.path).decode("utf-8", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            if number >= start and re.search(pattern, _without_comment(line)):
                return number
        return None


def _without_comment(line: str) -> str:
    quote = ""
    for index, char in enumerate(line):
        if char in "\"'":
            quote = "" if quote == char else quote or char
        elif char == "#":
            return line[:index]
    return line


def read_config(layer: Layer, path: str) -> Config:
    """Read the configuration of a layer; without a file it is the default one."""
    build = layer.lookups.build
    root = path.rpartition("/")[0] or "/"
    stamps = layer.lookups.stamps
    if not stamps.exists(path):
        return Config(root, None, DEFAULT, layer)
    loaded = layer.lookups.files.load(
        build.world, path, FILE_NAME, lambda content: _parsed(content, path), stamps
    )
    if not isinstance(loaded, dict):
        build.log(
            "warning",
            f"{path}: File exists but does not contain a valid YAML hash. Falling back to Hiera "
            "version 3 default config",
        )
        loaded = {}
    version = _version(loaded.get("version"))
    if version == 5:
        return Config(root, path, loaded, layer)
    if version in (3, 4):
        from duckrow.puppet.hiera.config_legacy import Config3, Config4

        return (Config3 if version == 3 else Config4)(root, path, loaded, layer)
    raise HieraError(
        f"This runtime does not support hiera.yaml version {version}",
        "hiera-unsupported-version",
        Location(path, None),
    )


def _parsed(content: bytes, path: str) -> object:
    from duckrow.data import yaml

    try:
        return names_of_symbols(yaml.load(content, path, to_key))
    except DataError as error:
        raise FailedLookupError(str(error)) from None


def _version(value: object) -> int:
    if value is None:
        return 3
    if isinstance(value, str):
        digits = re.match(r"\s*[-+]?\d+", value)
        return int(digits[0]) if digits else 0
    return int(value) if isinstance(value, int | float) else 0


def names_of_symbols(value: object) -> object:
    """Return a value in which keys that are symbols are texts."""
    if isinstance(value, dict):
        return {
            _name(key): names_of_symbols(item) if isinstance(item, dict | list) else item
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [names_of_symbols(item) if isinstance(item, dict | list) else item for item in value]
    return value


def _name(key: object) -> object:
    plain = from_key(key)
    return plain.name if isinstance(plain, Symbol) else key
