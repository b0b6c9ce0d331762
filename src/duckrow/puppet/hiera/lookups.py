"""Lookups of one compile: one key through the layers, with the options that data has for it.

The layers are searched in order: global, environment, and the module that the key names. Plugins of
the compile come before them, and then no answer is cached. The key
`lookup_options` of each layer defines how other keys are merged and converted; it is read once for
each module.
"""

from __future__ import annotations

from duckrow.puppet.hiera import layers
from duckrow.puppet.hiera.errors import MISSING, FailedLookupError, HieraError
from duckrow.puppet.hiera.files import Files, files_of
from duckrow.puppet.hiera.index import MOST_INDEXED
from duckrow.puppet.hiera.interpolation import interpolate, joined_with_facts
from duckrow.puppet.hiera.key import LOOKUP_OPTIONS, Key, key_of
from duckrow.puppet.hiera.options import Options, compiled, validated
from duckrow.puppet.hiera.plans import cache_plan, find_plan, shared_plan
from duckrow.puppet.hiera.request import Request
from duckrow.puppet.hiera.state import state_of
from duckrow.puppet.hiera.strategies import gather, strategy_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.check import TypeMismatchError
from duckrow.source.bounded_cache import BoundedCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.hiera.layers import Layer
    from duckrow.puppet.hiera.plans import Plan
    from duckrow.puppet.hiera.strategies import Strategy
    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.runtime.scope import Scope

_UNASKED: Any = object()
_NONE: dict[str, Any] = {}


class Lookups:
    """The layers and lookup_options of one compile."""

    __slots__ = (
        "_default_options",
        "_environment",
        "_environment_options",
        "_global",
        "_global_options",
        "_has_global_data",  # whether the setting data_binding_terminus asks for the global layer
        "_has_logged",  # whether a lookup has logged anything
        "_modules",
        "_options",
        "_options_key",
        "_plans",
        "_plugins",  # those that answer lookups, or None
        "_shared",
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
        state = state_of(build)
        shared = self._shared = state.shared
        self.stamps = state.stamps
        self.texts = shared.texts
        if shared.indexes is None:
            shared.indexes = BoundedCache(MOST_INDEXED)
        self.indexes = shared.indexes
        self._has_global_data = build.settings["data_binding_terminus"] == "hiera"
        self._plans: dict[str | None, Plan | None] = {}
        has_plugins = build.plugins is not None and build.plugins.with_data
        self._plugins = build.plugins if has_plugins else None
        self._has_logged = False
        self._options_key = Key(LOOKUP_OPTIONS)
        self._global: Layer = layers.global_layer(self)
        self._environment: Layer | None = _UNASKED
        self._modules: dict[str, Layer | None] = {}
        self._options: dict[str | None, Options | None] = {}
        self._default_options: dict[str, Options | None] = {}
        self._global_options: Any = _UNASKED
        self._environment_options: Any = _UNASKED

    def of_asking_code(self) -> Lookups:
        """Return the lookups for the code that asks now, which may see other modules."""
        return _lookups_in(self.build)

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

    def find(self, scope: Scope, text: str) -> object:
        """Look up a key for code in a scope; return its value, or MISSING.

        A value that depends on nothing but files is in a plan, which compiles share: the plan
        answers before the layers do.
        """
        plan: Plan | None = None
        is_plain = "." not in text and "'" not in text and '"' not in text
        if is_plain and self.current is None and self._plugins is None:
            colons = text.find("::")
            module = None if colons < 0 else text[:colons] or text
            plan = self._plans.get(module, _UNASKED)
            if plan is _UNASKED:
                plan = find_plan(self.build, module)
                if plan is not None:
                    self._plans[module] = plan
            if plan is not None:
                answers = plan.answers
                if text in answers:
                    return answers[text]
                options = plan.options
                if options is None or options.of(text) is None:
                    for index in plan.indexes:
                        if text in index.values:
                            if text not in index.texts:
                                value = answers[text] = index.values[text]
                                return value
                            if index is plan.global_index or self.build.loaders.has_views:
                                break  # this layer reports errors, or sees modules, in its own way
                            return self._interpolated(text, index.values[text], scope)
                    else:
                        return MISSING
        said = len(self.build.logs)
        try:
            value = self.lookup(text, Request(self, scope))
        except TypeMismatchError as error:
            raise EvaluationError(str(error)) from None
        if plan is not None and value is not MISSING and len(self.build.logs) == said:
            plan.cache_merged(text, value)
        return value

    def _interpolated(self, text: str, value: object, scope: Scope) -> object:
        """Interpolate the value of a key, as its layer does."""
        if type(value) is str:
            done = joined_with_facts(value, self)
            if done is not None:
                return done
        request = Request(self, scope)
        key = request.top_key = key_of(text)
        request.module_name = key.module_name
        request.enter(text)
        self.current = request
        try:
            return interpolate(value, request, True)
        except (EvaluationError, TypeMismatchError) as error:
            reported = layers.data_error(error)
            if reported is error:
                raise
            raise reported from None
        finally:
            self.current = None

    def _plan(self, module: str | None) -> Plan | None:
        """Return the indexes of all layers for keys of a module, or None if one has no index."""
        layers_ = [self._global, self.environment, None if module is None else self.module(module)]
        known = [layer for layer in layers_ if layer is not None]
        indexes = [index for layer in known if (index := layer.index()) is not None]
        if len(indexes) < len(known) or not self._has_global_data:
            return None
        filled = tuple(index for index in indexes if index.surveys)
        plan = shared_plan(self.build, filled, self._options[module], indexes[0])
        if not self._has_logged:  # each compile logs these messages again
            cache_plan(self.build, module, plan, known)
        return plan

    def lookup(self, text: str, request: Request, merge: object = None) -> object:
        """Look up a key through the layers; return its value, or MISSING."""
        if text == LOOKUP_OPTIONS or text.startswith("lookup_options."):
            if request.explainer is not None:
                request.explainer.enter("invalid_key", LOOKUP_OPTIONS)
                request.explainer.leave()
            return MISSING
        looked_up = self.build.looked_up
        if looked_up is not None:
            looked_up.ask(text)
        key = key_of(text)
        outer, self.current = self.current, request
        request.top_key, request.module_name = key, key.module_name
        logs = self.build.logs
        said = len(logs)
        try:
            value = self._answer(key, request, merge)
            if looked_up is not None:
                looked_up.note(text, merge, request.scope, value)
            if len(logs) != said:
                self._has_logged = True
            is_first = key.module_name not in self._plans and outer is None
            if is_first and request.explainer is None and self._plugins is None:
                self._plans[key.module_name] = self._plan(key.module_name)
            return value
        finally:
            self.current = outer

    def _answer(self, key: Key, request: Request, merge: object) -> object:
        explainer = request.explainer
        if explainer is not None and explainer.only_options:
            self._in_layers(self._options_key, request, "hash")
            return None
        options = self._options_for(key, request) or _NONE
        if merge is None:
            merge = options.get("merge")
            if merge is not None and explainer is not None:
                explainer.merge_source(LOOKUP_OPTIONS)
        if explainer is not None:
            explainer.enter("data", key.text)
        try:
            value = self._search(key, request, merge)
        finally:
            if explainer is not None:
                explainer.leave()
        convert_to = options.get("convert_to")
        if convert_to is None or value is MISSING:
            return value
        from duckrow.puppet.hiera.convert import converted

        return converted(key.text, convert_to, value, request)

    def _search(self, key: Key, request: Request, merge: object) -> object:
        value = self._in_layers(key, request, merge)
        if value is MISSING and not request.is_global_only:
            value = key.dig(request, self._in_default_hierarchy(key, request))
        return value

    def _in_layers(self, key: Key, request: Request, merge: object) -> object:
        strategy = strategy_of(merge)
        if self._plugins is not None:
            stack = [self._in_plugins, self._in_global]
            if not request.is_global_only:
                stack += [self._in_environment, self._in_module]
            value = gather(strategy, stack, request, lambda ask: ask(key, request, strategy))
        elif request.is_global_only:
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

    def _in_plugins(self, key: Key, request: Request, strategy: Strategy) -> object:
        if self._plugins is None or key.root == LOOKUP_OPTIONS:
            return MISSING

        def ask(name: str) -> object:
            return request.within(
                "scope", f"Plugin {name}", lambda: self._of_plugin(name, key, request)
            )

        return gather(strategy, self._plugins.with_data, request, ask)

    def _of_plugin(self, plugin: str, key: Key, request: Request) -> object:
        assert self._plugins is not None
        value = self._plugins.answer(plugin, key.root)
        if request.explainer is not None:
            if value is None:
                request.explainer.not_found(key.root)
            else:
                request.explainer.found(key.root, value)
        return MISSING if value is None else value

    def _in_global(self, key: Key, request: Request, strategy: Strategy) -> object:
        layer = self._global
        if layer.is_empty and request.explainer is None and key.text not in request.names:
            return MISSING  # the code below rejects a key that is already being looked up
        if not self._has_global_data and not request.is_from_hiera_function:
            if request.explainer is not None:
                request.explainer.not_found(key.text)
            return MISSING
        try:
            return layer.lookup(key, request, strategy)
        except HieraError as error:
            if error.code:
                raise
            message = f"Lookup of key '{request.top_key}' failed: {error.message}"
            raise FailedLookupError(message) from None

    def _in_environment(self, key: Key, request: Request, strategy: Strategy) -> object:
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

    def _in_default_hierarchy(self, key: Key, request: Request) -> object:
        name = request.module_name
        layer = None if name is None else self.module(name)
        if layer is None or name is None or not layer.config.has_default_hierarchy:
            return MISSING

        def search() -> object:
            merge = self._default_merge(layer, name, key, request)
            return request.within(
                "scope",
                f'Searching for "{key}"',
                lambda: layer.lookup_in_default(key, request, merge),
            )

        about = f'Searching default_hierarchy of module "{name}"'
        return request.within("scope", about, search)

    def _default_merge(self, layer: Layer, name: str, key: Key, request: Request) -> object:
        """Return how the default hierarchy of a module wants a key merged."""
        if name not in self._default_options:
            asked = self._question(request, name)
            found = self._asking(
                asked,
                "scope",
                f'Searching for "{LOOKUP_OPTIONS}"',
                lambda: layer.lookup_in_default(self._options_key, asked, "hash"),
            )
            known = None if found is MISSING else validated(found, name)
            self._default_options[name] = self._compiled(known)
        options = self._default_options[name]
        found = options.of(key.root) if options is not None else None
        return None if found is None else found.get("merge")

    # ---- the options of keys

    def _options_for(self, key: Key, request: Request) -> dict[str, object] | None:
        module = key.module_name
        if module not in self._options:
            self._options[module] = self._read_options(module, request)
        options = self._options[module]
        return None if options is None else options.of(key.root)

    def _compiled(self, options: dict[str, object] | None) -> Options | None:
        return compiled(options, self._shared.options)

    def _question(self, request: Request, module_name: str | None) -> Request:
        asked = Request(self, request.scope)
        asked.top_key, asked.module_name = self._options_key, module_name
        return asked

    def _asking(self, request: Request, kind: str, about: str, ask: Callable[[], object]) -> Any:
        """Ask while `request` is the current question; `kind` and `about` explain it."""
        outer, self.current = self.current, request
        try:
            return request.within(kind, about, ask)
        finally:
            self.current = outer

    def _read_options(self, module: str | None, request: Request) -> Options | None:
        asked = self._question(request, request.module_name)
        options: Options | None = self._asking(
            asked, "meta", LOOKUP_OPTIONS, lambda: self._merged_options(module, asked)
        )
        return options

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

    def _explained(self, asked: Request, name: str, options: object) -> Any:
        if asked.explainer is not None:
            asked.explainer.enter("scope", name)
            asked.explainer.found(LOOKUP_OPTIONS, options)
            asked.explainer.leave()
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
    """Return the lookups of the compile that a scope belongs to."""
    return _lookups_in(scope.build)


def _lookups_in(build: Build) -> Lookups:
    lookups = state_of(build).lookups
    view = build.loaders.view()
    found = lookups.get(view)
    if found is None:
        found = lookups[view] = Lookups(build)
    return found
