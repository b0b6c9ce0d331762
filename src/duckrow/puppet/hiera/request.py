"""One lookup on its way through the layers: its scope, its key, and the lookups around it."""

from __future__ import annotations

from duckrow.puppet.hiera.errors import HieraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.hiera.explain import Explainer
    from duckrow.puppet.hiera.key import Key
    from duckrow.puppet.hiera.lookups import Lookups
    from duckrow.puppet.runtime.scope import Scope


class Request:
    """A lookup. A nested lookup inherits its settings."""

    __slots__ = (
        "defaults",
        "explainer",
        "is_from_hiera_function",  # the caller is hiera(), hiera_array() ...
        "is_global_only",
        "is_version_3",  # answered by a configuration of version 3: variables differ a little
        "lookups",
        "module_name",
        "names",  # the keys being looked up or interpolated, outermost first
        "overrides",
        "paths",  # searched before those of the hierarchy, by hiera(key, default, paths)
        "remembered",  # variables in paths, or None
        "scope",
        "top_key",
    )

    def __init__(
        self,
        lookups: Lookups,
        scope: Scope,
        overrides: dict[str, object] | None = None,
        defaults: dict[str, object] | None = None,
        explainer: Explainer | None = None,
    ) -> None:
        self.lookups = lookups
        self.scope = scope
        self.overrides = overrides
        self.defaults = defaults
        self.module_name: str | None = None
        self.top_key: Key | None = None
        self.remembered: list[tuple[str, str, tuple[object, ...], object]] | None = None
        self.is_version_3 = False
        outer = lookups.current
        if outer is None:
            self.names: list[str] = []
            self.explainer = explainer
            self.is_from_hiera_function = False
            self.is_global_only = False
            self.paths: list[str] = []
        else:
            self.names = list(outer.names)
            self.explainer = outer.explainer
            self.is_from_hiera_function = outer.is_from_hiera_function
            self.is_global_only = outer.is_global_only
            self.paths = outer.paths

    def with_scope(self, scope: Scope) -> Request:
        """Return a question that differs in where variables are looked for."""
        return Request(self.lookups, scope, self.overrides, self.defaults, self.explainer)

    def within(self, kind: str, about: object, ask: Callable[[], object]) -> object:
        """Return the result of `ask`; an explanation gets a node for each step."""
        explainer = self.explainer
        if explainer is None:
            return ask()
        explainer.enter(kind, about)
        try:
            return ask()
        finally:
            explainer.leave()

    def enter(self, name: str) -> None:
        """Note a name that is looked up now; looking it up again inside would never end."""
        if name in self.names:
            listed = ", ".join(self.names)
            raise HieraError(f"Recursive lookup detected in [{listed}]")
        self.names.append(name)

    def leave(self) -> None:
        self.names.pop()
