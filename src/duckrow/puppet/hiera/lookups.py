"""Lookups of one compile: one key through the layers, with the options that data has for it.

The layers are asked in order: global, environment, and the module that the key names. The key
`lookup_options` of each layer says how other keys are merged and converted; it is read once for
each module.
"""

from __future__ import annotations

from duckrow.puppet.hiera import layers
from duckrow.puppet.hiera.errors import MISSING, FailedLookupError, HieraError
from duckrow.puppet.hiera.files import Files, files_of, memo_of
from duckrow.puppet.hiera.key import LOOKUP_OPTIONS, Key
from duckrow.puppet.hiera.loaded import MOST_INDEXED, merged
from duckrow.puppet.hiera.options import Options, compiled, validated
from duckrow.puppet.hiera.plans import find_plan, keep_plan
from duckrow.puppet.hiera.request import Request
from duckrow.puppet.hiera.stamps import Stamps, stamps_of
from duckrow.puppet.hiera.strategies import gather, strategy_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.check import TypeMismatchError
from duckrow.source.bounded_cache import BoundedCache
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.hiera.layers import Layer
    from duckrow.puppet.hiera.loaded import Loaded
    from duckrow.puppet.hiera.plans import Plan
    from duckrow.puppet.hiera.strategies import Strategy
    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.runtime.scope import Scope

_UNASKED: Any = object()
UNSEEN: Any = object()
_NONE: dict[str, Any] = {}


class Lookups:
    """What is known about data during one compile."""

    __slots__ = (
        "_default_options",
        "_environment",
        "_environment_options",
        "_global",
        "_global_options",
        "_has_spoken",  # something was logged on the way to data
        "_keys",
        "_modules",
        "_options",
        "_options_key",
        "_plans",
        "build",
        "current",  # the question that is being answered
        "files",
        "indexes",  # of data that is in memory, shared with other compiles
        "stamps",
        "texts",  # texts with %{...}, taken apart; shared with other compiles
    )

    def __init__(self, build: Build) -> None:
        self.build = build
        self.current: Request | None = None
        self.files: Files = files_of(build)
        self.stamps: Stamps = stamps_of(build)
        self.texts: dict[str, Any] = memo_of(build).setdefault("hiera.texts", {})
        self.indexes: BoundedCache = memo_of(build).setdefault(
            "hiera.indexes", BoundedCache(MOST_INDEXED)
        )
        self._plans: dict[str | None, Plan | None] = {}
        self._has_spoken = False
        self._keys: dict[str, Key] = {}
        self._options_key = Key(LOOKUP_OPTIONS)
        self._global: Layer = layers.global_layer(self)
        self._environment: Layer | None = _UNASKED
        self._modules: dict[str, Layer | None] = {}
        self._options: dict[str | None, Options | None] = {}
        self._default_options: dict[str, Options | None] = {}
        self._global_options: Any = _UNASKED
        self._environment_options: Any = _UNASKED

    # ---- the layers

    @property
    def environment(self) -> Layer | None:
        if self._environment is _UNASKED:
            self._environment = layers.environment_layer(self)
        return self._environment

    def module(self, name: str) -> Layer | None:
        if name not in self._modules:
            self._modules[name] = layers.module_layer(self, name)
        return self._modules[name]

    # ---- one key

    def quick(self, scope: Scope, key: str, module: str | None) -> Any:
        """Give the value of a key without dots if all it takes is in memory, else UNSEEN."""
        plan = self._plans.get(module, _UNASKED)
        if plan is _UNASKED:
            plan = find_plan(self.build, module)
            if plan is not None:
                self._plans[module] = plan
        if plan is None or self.current is not None:
            return UNSEEN
        indexes, hierarchies, options = plan
        wanted = None if options is None else options.of(key)
        if wanted is None:
            for index in indexes:
                if key in index.values:
                    if key not in index.texts:
                        return index.values[key]
                    break
            else:
                return MISSING
        return self._from_memory(scope, key, module, hierarchies, wanted or _NONE)

    def _from_memory(
        self,
        scope: Scope,
        key: str,
        module: str | None,
        hierarchies: tuple[Loaded, ...],
        options: dict[str, Any],
    ) -> Any:
        """Merge and interpolate what is in memory; UNSEEN where something is uncommon."""
        merge = options.get("merge")
        if "convert_to" in options or not (merge is None or type(merge) is str):
            return UNSEEN
        request = self.current = Request(self, scope)
        request.module_name = module
        request.names.append(key)
        try:
            strategy = strategy_of(merge)
            found = []
            for hierarchy in hierarchies:
                value = hierarchy.lookup(key, request, strategy)
                if value is not MISSING:
                    if strategy.is_first:
                        return value
                    found.append(value)
            return merged(found, strategy) if found else MISSING
        except DuckrowError:
            return UNSEEN  # it will happen again where it can be told in full
        finally:
            self.current = None

    def _plan(self, module: str | None) -> Plan | None:
        """Find out whether all that is asked for the keys of a module is in memory."""
        layers_ = [self._global, self.environment, None if module is None else self.module(module)]
        known = [layer for layer in layers_ if layer is not None]
        indexes = [layer.index() for layer in known]
        if None in indexes or self.build.settings["data_binding_terminus"] != "hiera":
            return None
        full = tuple(index for index in indexes if index is not None and index.values)
        hierarchies = tuple(layer.config.loaded for layer in known if layer.config.loaded)
        plan = full, hierarchies, self._options[module]
        if not self._has_spoken:  # what is said has to be said in each compile
            keep_plan(self.build, module, plan, known)
        return plan

    def parameter(self, scope: Scope, key: str, module: str) -> tuple[bool, Any]:
        """Look for the value of a parameter of a class."""
        value = self.quick(scope, key, module)
        if value is not UNSEEN:
            return (False, None) if value is MISSING else (True, value)
        try:
            value = self.lookup(key, Request(self, scope))
        except TypeMismatchError as error:
            raise EvaluationError(str(error)) from None
        return (False, None) if value is MISSING else (True, value)

    def lookup(self, text: str, request: Request, merge: Any = None) -> Any:
        """Give the value of a key, or MISSING."""
        if text == LOOKUP_OPTIONS or text.startswith("lookup_options."):
            if request.explainer is not None:
                with request.explainer.at("invalid_key", LOOKUP_OPTIONS):
                    pass
            return MISSING
        key = self._keys.get(text)
        if key is None:
            key = self._keys[text] = Key(text)
        outer, self.current = self.current, request
        request.top_key, request.module_name = key, key.module_name
        logs = self.build.logs
        said = len(logs)
        try:
            value = self._answer(key, request, merge)
            if len(logs) != said:
                self._has_spoken = True
            if key.module_name not in self._plans and request.explainer is None and outer is None:
                self._plans[key.module_name] = self._plan(key.module_name)
            return value
        finally:
            self.current = outer

    def _answer(self, key: Key, request: Request, merge: Any) -> Any:
        explainer = request.explainer
        if explainer is not None and explainer.only_options:
            self._in_layers(self._options_key, request, "hash")
            return None
        options = self._options_for(key, request) or _NONE
        if merge is None:
            merge = options.get("merge")
            if merge is not None and explainer is not None:
                explainer.merge_source(LOOKUP_OPTIONS)
        if explainer is None:
            value = self._search(key, request, merge)
        else:
            with explainer.at("data", key.text):
                value = self._search(key, request, merge)
        convert_to = options.get("convert_to")
        if convert_to is None or value is MISSING:
            return value
        from duckrow.puppet.hiera.convert import converted

        return converted(key.text, convert_to, value, request)

    def _search(self, key: Key, request: Request, merge: Any) -> Any:
        value = self._in_layers(key, request, merge)
        if value is MISSING and not request.is_global_only:
            value = key.dig(request, self._in_default_hierarchy(key, request))
        return value

    def _in_layers(self, key: Key, request: Request, merge: Any) -> Any:
        strategy = strategy_of(merge)
        if request.is_global_only:
            value = self._in_global(key, request, strategy)
        elif strategy.is_first:
            value = self._in_global(key, request, strategy)
            if value is MISSING:
                value = self._in_environment(key, request, strategy)
                if value is MISSING:
                    value = self._in_module(key, request, strategy)
        else:
            stack = [self._in_global, self._in_environment, self._in_module]
            value = gather(strategy, stack, request, lambda ask: ask(key, request, strategy))
        return key.dig(request, value) if key.segments else value

    def _in_global(self, key: Key, request: Request, strategy: Strategy) -> Any:
        terminus = (
            "hiera"
            if request.is_from_hiera_function
            else self.build.settings["data_binding_terminus"]
        )
        if terminus != "hiera":
            if request.explainer is not None:
                request.explainer.not_found(key.text)
            return MISSING
        try:
            return self._global.lookup(key, request, strategy)
        except HieraError as error:
            if error.code:
                raise
            message = f"Lookup of key '{request.top_key}' failed: {error.message}"
            raise FailedLookupError(message) from None

    def _in_environment(self, key: Key, request: Request, strategy: Strategy) -> Any:
        layer = self.environment
        return MISSING if layer is None else layer.lookup(key, request, strategy)

    def _in_module(self, key: Key, request: Request, strategy: Strategy) -> Any:
        name = request.module_name
        if name is None:
            return MISSING
        layer = self.module(name)
        if layer is None:
            if request.explainer is not None:
                known = self.build.loaders.find_module(name)
                event = "module_not_found" if known is None else "module_provider_not_found"
                request.explainer.module(name, event)
            return MISSING
        return layer.lookup(key, request, strategy)

    def _in_default_hierarchy(self, key: Key, request: Request) -> Any:
        name = request.module_name
        layer = None if name is None else self.module(name)
        if layer is None or name is None or not layer.config.has_default_hierarchy:
            return MISSING
        explainer = request.explainer
        if explainer is None:
            merge = self._default_merge(layer, name, key, request)
            return layer.lookup_in_default(key, request, merge)
        with explainer.at("scope", f'Searching default_hierarchy of module "{name}"'):
            merge = self._default_merge(layer, name, key, request)
            with explainer.at("scope", f'Searching for "{key}"'):
                return layer.lookup_in_default(key, request, merge)

    def _default_merge(self, layer: Layer, name: str, key: Key, request: Request) -> Any:
        """Give how the default hierarchy of a module wants a key merged."""
        if name not in self._default_options:
            asked = self._question(request, name)
            explainer = request.explainer
            if explainer is None:
                found = self._asking(
                    asked, lambda: layer.lookup_in_default(self._options_key, asked, "hash")
                )
            else:
                with explainer.at("scope", f'Searching for "{LOOKUP_OPTIONS}"'):
                    found = self._asking(
                        asked, lambda: layer.lookup_in_default(self._options_key, asked, "hash")
                    )
            known = None if found is MISSING else validated(found, name)
            self._default_options[name] = self._compiled(known)
        options = self._default_options[name]
        found = options.of(key.root) if options is not None else None
        return None if found is None else found.get("merge")

    # ---- the options of keys

    def _options_for(self, key: Key, request: Request) -> dict[str, Any] | None:
        module = key.module_name
        if module not in self._options:
            self._options[module] = self._read_options(module, request)
        options = self._options[module]
        return None if options is None else options.of(key.root)

    def _compiled(self, options: dict[str, Any] | None) -> Options | None:
        return compiled(options, memo_of(self.build).setdefault("hiera.options", {}))

    def _question(self, request: Request, module_name: str | None) -> Request:
        asked = Request(self, request.scope)
        asked.top_key, asked.module_name = self._options_key, module_name
        return asked

    def _asking(self, request: Request, ask: Callable[[], Any]) -> Any:
        outer, self.current = self.current, request
        try:
            return ask()
        finally:
            self.current = outer

    def _read_options(self, module: str | None, request: Request) -> Options | None:
        asked = self._question(request, request.module_name)
        explainer = request.explainer
        if explainer is None:
            return self._asking(asked, lambda: self._merged_options(module, asked))  # type: ignore[no-any-return]
        with explainer.at("meta", LOOKUP_OPTIONS):
            return self._asking(asked, lambda: self._merged_options(module, asked))  # type: ignore[no-any-return]

    def _merged_options(self, module: str | None, asked: Request) -> Options | None:
        if asked.is_global_only:
            return self._compiled(self._options_of_global(asked))
        options = self._options_of_environment(asked)
        if module is None:
            return self._compiled(options)
        if None not in self._options:
            self._options[None] = self._compiled(options)
        strategy = strategy_of("hash")
        found = self._in_module(self._options_key, asked, strategy)
        if found is MISSING:
            return self._options[None]
        own = validated(found, module)
        if options is None:
            options = own
        elif own is not None:
            both = {"Global and Environment": options, f"Module {asked.module_name}": own}
            options = gather(
                strategy, list(both), asked, lambda name: self._explained(asked, name, both[name])
            )
        return self._compiled(options)

    def _explained(self, asked: Request, name: str, options: Any) -> Any:
        if asked.explainer is not None:
            with asked.explainer.at("scope", name):
                asked.explainer.found(LOOKUP_OPTIONS, options)
        return options

    def _options_of_global(self, asked: Request) -> Any:
        if self._global_options is _UNASKED:
            self._global_options = None
            found = self._in_global(self._options_key, asked, strategy_of("hash"))
            if found is not MISSING:
                self._global_options = validated(found, None)
        return self._global_options

    def _options_of_environment(self, asked: Request) -> Any:
        if self._environment_options is _UNASKED:
            common = self._options_of_global(asked)
            found = self._in_environment(self._options_key, asked, strategy_of("hash"))
            own = None if found is MISSING else validated(found, None)
            if common is None or own is None:
                self._environment_options = own if common is None else common
            else:
                self._environment_options = strategy_of("hash").merge(common, own)
        return self._environment_options


def lookups_of(scope: Scope) -> Lookups:
    """Give the lookups of the compile that a scope is part of."""
    memo = scope.build.memo
    found: Lookups | None = memo.get("hiera")
    if found is None:
        found = memo["hiera"] = Lookups(scope.build)
    return found
