"""hiera.yaml of versions 3 and 4, which still work and log a deprecation."""

from __future__ import annotations

from duckrow.puppet.hiera import locations
from duckrow.puppet.hiera.config import Config
from duckrow.puppet.hiera.config_rules import hold_against
from duckrow.puppet.hiera.entries import DataHash, Entry, LookupKey, make_entry
from duckrow.puppet.hiera.errors import MISSING, HieraError
from duckrow.puppet.hiera.interpolation import interpolate
from duckrow.puppet.hiera.strategies import DEFAULT, Deep, Hash, ReverseDeep, Unique, strategy_of
from duckrow.puppet.runtime.location import Location
from duckrow.puppet.types.model.collections import HASH as ANY_HASH
from duckrow.ruby.values.to_s import to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.key import Key
    from duckrow.puppet.hiera.layers import Layer
    from duckrow.puppet.hiera.request import Request
    from duckrow.puppet.hiera.strategies import Strategy

_TEXT_OR_TEXTS = "Variant[String[1],Array[String[1]]]"
_VERSION_3 = (
    "Optional[version]=>Integer[3,3],"
    f"Optional[backends]=>{_TEXT_OR_TEXTS},"
    "Optional[logger]=>String[1],Optional[merge_behavior]=>Enum[deep,deeper,native],"
    "Optional[deep_merge_options]=>Hash[String[1],Variant[String,Boolean]],"
    f"Optional[hierarchy]=>{_TEXT_OR_TEXTS}"
)
_VERSION_4 = (
    "Struct[{version=>Integer[4,4],Optional[datadir]=>String[1],"
    "Optional[hierarchy]=>Array[Struct[{backend=>String[1],name=>String[1],"
    "Optional[datadir]=>String[1],Optional[path]=>String[1],"
    "Optional[paths]=>Array[String[1]]}]]}]"
)
_EXTENSIONS = {"hocon": ".conf"}


def _warn(config: Config, version: int) -> None:
    build = config.layer.lookups.build
    if build.settings.strict != "off":
        message = (
            f"{config.path}: Use of 'hiera.yaml' version {version} is deprecated. It should be "
            "converted to version 5"
        )
        build.warn_once("deprecations", "hiera.yaml", message, Location(config.path, None))


class Config4(Config):
    """A configuration of version 4."""

    __slots__ = ()
    version = 4

    def judged(self, data: dict[str, object]) -> dict[str, Any]:
        _warn(self, 4)
        data = {"datadir": "data", "hierarchy": [{"name": "common", "backend": "yaml"}]} | data
        hold_against(self, _VERSION_4, data)
        return data

    def made(self, hierarchy: str, request: Request) -> list[Entry]:
        made: dict[str, Entry] = {}
        for entry in self.data[hierarchy]:
            name, backend = entry["name"], entry["backend"]
            if name in made:
                raise self.twice(rf"\s+name:\s+['\"]?{name}(?:[^\w]|$)", "Hierarchy name", name)
            if backend not in ("json", "yaml", "hocon"):
                raise self.error(
                    f"No data provider is registered for backend '{backend}'",
                    "hiera-no-provider-for-backend",
                    self.line_with(rf"[^\w]{backend}(?:[^\w]|$)"),
                )
            declared = entry.get("paths") or [entry.get("path") or name]
            datadir = locations.join(self.root, entry.get("datadir") or self.data["datadir"])
            extension = _EXTENSIONS.get(backend, f".{backend}")
            found = locations.paths(request, datadir, declared, extension)
            made[name] = make_entry("data_hash", name, self, f"{backend}_data", {}, found)
        return list(made.values())


class Config3(Config):
    """A configuration of version 3: backends that all have the same hierarchy."""

    __slots__ = ()
    version = 3

    def judged(self, data: dict[str, object]) -> dict[str, Any]:
        _warn(self, 3)
        data = {
            "version": 3,
            "backends": ["yaml"],
            "hierarchy": ["nodes/%{::trusted.certname}", "common"],
            "merge_behavior": "native",
            "deep_merge_options": {},
        } | {key: value for key, value in data.items() if value is not None}
        names = "".join(
            f",Optional[{name}]=>Hash[String[1],Any]"
            for name in _listed(data["backends"])
            if isinstance(name, str) and name.isidentifier()
        )
        hold_against(self, f"Struct[{{{_VERSION_3}{names}}}]", data)
        return data

    def made(self, hierarchy: str, request: Request) -> list[Entry]:
        made: dict[str, Entry] = {}
        declared = _listed(self.data[hierarchy])
        for backend in _listed(self.data["backends"]):
            if backend in made:
                raise self.twice(rf"[^\w]{backend}(?:[^\w]|$)", "Backend", backend)
            options = interpolate(self.data.get(backend) or {}, request, False)
            codedir = self.layer.lookups.build.settings["codedir"]
            datadir = options.get("datadir") or interpolate(
                f"{codedir}/environments/%{{::environment}}/hieradata", request, False
            )
            extension = options.get("extension")
            suffix = f".{extension}" if extension else _EXTENSIONS.get(backend, f".{backend}")
            datadir = to_s(datadir)
            found = locations.paths(request, datadir, declared, suffix)
            made[backend] = self._entry(backend, options, datadir, found)
        return list(made.values())

    def _entry(
        self,
        backend: str,
        options: dict[str, object],
        datadir: str,
        found: list[locations.DataLocation],
    ) -> Entry:
        if backend in ("json", "yaml", "hocon"):
            return DataHash3(backend, self, f"{backend}_data", {}, found).in_(datadir)
        if backend == "eyaml":
            options = {key: value for key, value in options.items() if key != "datadir"}
            return LookupKey3(backend, self, "eyaml_lookup_key", options, found).in_(datadir)
        return make_entry("hiera3_backend", backend, self, backend, options, found)

    @property
    def strategy(self) -> Strategy:
        """The strategy that merges hashes for hiera_hash."""
        behavior = self.data["merge_behavior"]
        if behavior not in ("deep", "deeper"):
            return DEFAULT
        name = "reverse_deep" if behavior == "deep" else "unconstrained_deep"
        return strategy_of({"strategy": name, **self.data["deep_merge_options"]})


class _Entry3(Entry):
    """An entry of version 3, which asks the paths of hiera(key, default, paths) first."""

    __slots__ = ()

    def in_(self, datadir: str) -> Entry:
        self.datadir = datadir
        return self

    def _asked(self, request: Request) -> list[locations.DataLocation | None]:
        if not request.paths:
            return self.locations
        extra = locations.paths(request, self.datadir, request.paths, f".{self.name}")
        return [*extra, *self.locations]


class DataHash3(_Entry3, DataHash):
    """A file of data."""

    __slots__ = ()
    kind = "v3_data_hash"


class LookupKey3(_Entry3, LookupKey):
    """A function that is called for each key."""

    __slots__ = ()
    kind = "v3_lookup_key"


def lookup_in_version_3(layer: Layer, key: Key, request: Request, strategy: Strategy) -> object:
    """Look for a key in a global configuration of version 3."""
    lookups, config = layer.lookups, layer.config
    assert isinstance(config, Config3)
    inner = request.with_scope(request.scope)
    inner.names = request.names
    inner.is_version_3 = True
    inner.is_from_hiera_function = request.is_from_hiera_function
    inner.is_global_only = request.is_global_only or not (
        lookups.environment is not None and lookups.environment.config.version >= 5
    )
    inner.paths = request.paths
    inner.top_key, inner.module_name = key, request.module_name or key.module_name
    if request.is_from_hiera_function and isinstance(strategy, Hash):
        configured = config.strategy
        strategy = strategy if configured is DEFAULT else configured
    outer, lookups.current = lookups.current, inner
    try:
        value = layer.unchecked_lookup(key, inner, strategy)
    finally:
        lookups.current = outer
    if request.is_from_hiera_function:
        _check(key, strategy, value)
    return value


def _check(key: Key, strategy: Strategy, value: object) -> None:
    from duckrow.puppet.types.check import check

    if value is MISSING:
        return
    if isinstance(strategy, Hash | Deep | ReverseDeep):
        check("value", ANY_HASH, value)
    if key.segments and isinstance(strategy, Hash | Unique):
        kind = "hash" if isinstance(strategy, Hash) else "array"
        raise HieraError(
            f"Resolution type :{kind} is illegal when accessing values using dotted keys. "
            f"Offending key was '{key}'"
        )


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]
