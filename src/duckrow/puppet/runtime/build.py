"""The part of a compile that running code may use.

The catalog builder (`puppet/catalog/build.py`) implements it. Scopes hold it as `scope.build`;
operators and functions use only these names.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol, TypeVar

    from duckrow.puppet.runtime.location import Location
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.dialect import Dialect
    from duckrow.puppet.types.model.base import Type
    from duckrow.source.bounded_cache import BoundedCache

    T = TypeVar("T")

    class Settings(Protocol):
        """Settings of the compile; see puppet/settings.py."""

        strict: str  # off, warning, error
        strict_variables: bool
        storeconfigs: bool

        @property
        def dialect(self) -> Dialect: ...

        def __getitem__(self, name: str) -> Any: ...  # any setting by its name in puppet.conf

        def get(self, name: str, default: Any = None) -> Any: ...  # the set value, else the default

    class Loaders(Protocol):
        """From names to definitions; see puppet/loaders."""

        has_views: bool  # whether what a name means depends on whose code asks
        cache: Any  # the cache of compiled code (puppet/compiler/cache.py), or None

        @property
        def templates(self) -> BoundedCache: ...  # compiled ones, by name and content

        @property
        def ruby_files(self) -> Any: ...  # ruby/host/requiring.py

        def view(self) -> object: ...  # of the asking code; see loaders/visibility

        def ask_as(self, file: str | None, question: Callable[[], T]) -> T: ...

        def find_function(self, name: str, module_name: str) -> Any: ...  # callable(scope, *args)

        # Let code, whose globals these are, call a function directly from now on.
        def bind_function(self, name: str, names: dict[str, object], direct: Any) -> None: ...

        def find_older_function(self, name: str) -> Any: ...  # of the family of LegacyFunction

        def used_manifests(self) -> tuple[set[str], set[str]]: ...  # files, modules

        def find_class(self, name: str) -> Any: ...  # Definition or None

        def find_define(self, name: str) -> object: ...  # Definition or None

        def find_type(self, name: str) -> Type | None: ...  # alias, object type or type set

        def find_resource_type(self, name: str) -> Any: ...  # ResourceType description or None

        def find_module(self, name: str) -> Any: ...  # Module (name, path) or None

        @property
        def modules(self) -> dict[str, Any]: ...  # all of them by name

    class Plugins(Protocol):
        """The plugins of a compile; see puppet/plugins/phases.py."""

        effects: list[Any]  # puppet/plugins/effects.py
        with_data: list[str]  # the names of those that may answer a lookup

        def begin(self, build: Any) -> None: ...  # a compile, or again

        def answer(self, plugin: str, key: str) -> object: ...  # None: no answer

        def change(self, build: Any) -> None: ...  # the finished catalog

        def why(self, message: str) -> str: ...  # effects on what an error names

        def answerer(self, key: str) -> Any: ...  # the Effect of the plugin, or None

        def adder(self, reference: str) -> Any: ...  # the Effect that added it, or None

        def last(self, reference: str, attribute: str = "") -> Any: ...  # the last Effect on it

    class Build(Protocol):
        """One compile of one catalog."""

        settings: Settings
        loaders: Loaders
        world: Any  # puppet/world.py: facts, files, clock, randomness, commands
        node_name: str
        facts: dict[str, Any]
        trusted: dict[str, Any]
        top: Scope
        class_scopes: dict[str, Scope]  # evaluated classes by name, "" is the top
        catalog: Any
        rules: Any  # catalog/rules.py; None without rules
        plugins: Plugins | None
        listener: Callable[..., None] | None  # hears what happens; see catalog/build.py
        logs: list[Any]  # the log so far
        environment: Any  # puppet/environment.py: name, directory, modulepath
        default_types: set[str]  # resource types that have defaults
        named_types: dict[str, Any]  # resource types by their names in capitals
        tag_changes: int  # how often a resource got tags after its declaration
        has_aliases: bool  # whether an alias was set after its resource was declared
        original_titles: dict[Any, object]  # of resources with a title that was no string
        shared_lists: dict[int, list[object]]  # lists of targets that several resources hold
        store_answers: dict[tuple[str, str], object]  # what the store answered
        # State that other rooms keep for this compile; each room makes its own on first use.
        hiera: object
        looked_up: Any  # hiera/looked_up.py, if it is wanted
        templates: object
        memo: dict[str, Any]

        def log(
            self,
            level: str,  # debug info notice warning err alert emerg crit
            message: str,
            source: str = "Puppet",
            location: Location | None = None,
            code: str = "",
        ) -> None: ...

        def warn_once(
            self,
            kind: str,
            key: str,
            message: str,
            location: Location | None = None,
            *,
            has_location: bool = True,
        ) -> None: ...

        def find_resource(
            self, type_name: str, title: str, reader: Scope | None = None
        ) -> Any: ...  # catalog Resource or None

        def include(self, scope: Scope, names: list[str]) -> None: ...

        def lookup(self, scope: Scope, *arguments: object, **options: object) -> object: ...
else:
    Build = Settings = Loaders = Plugins = object
