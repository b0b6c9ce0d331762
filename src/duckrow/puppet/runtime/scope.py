"""Scopes: where variables live, and whose code is running.

A scope belongs to the body of a class, a define or a node, or it is the top scope. Blocks and
functions have none of their own: their variables are Python's local variables. Where one of them
calls a function that may ask for variables by name (a template, a lookup), it hands over a
`LocalScope`, which holds copies of them.

Invariants:
 1. A name is set once in a scope and keeps its value.
 2. `parent` is the scope that caused this one (resource defaults flow along it); `outer` is where
    names that are not here are looked for: the class inherited from, else the node or the top.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.puppet.runtime.build import Build

    Match = Any


class Scope:
    """The variables of one body, and its owner."""

    __slots__ = (
        "build",  # the compile this is part of (runtime.build.Build)
        "defaults",  # resource defaults written here: type name -> attribute name -> Parameter
        "definition",  # the class, define or node whose body this is (runtime.definition)
        "is_node",
        "match",  # the last match, for nodes that a regular expression selects
        "module_name",  # of the code of the body
        "outer",
        "parent",
        "resource",  # the catalog resource of the body: Class[x], Mydef[title]
        "variables",
    )

    def __init__(
        self,
        build: Build,
        parent: Scope | None = None,
        outer: Scope | None = None,
        resource: Any = None,
        definition: Any = None,
        module_name: str = "",
    ) -> None:
        self.build = build
        self.parent = parent
        self.outer = outer
        self.resource = resource
        self.definition = definition
        self.module_name = module_name
        self.variables: dict[str, Any] = {}
        self.defaults: dict[str, dict[str, Any]] | None = None
        self.is_node = False
        self.match: Match = None

    @property
    def label(self) -> str:
        """The source that log messages name: Scope(Class[main])."""
        return "Scope()" if self.resource is None else f"Scope({self.resource})"

    def body(self) -> Scope:
        """Return the scope of the body itself, without local variables of blocks."""
        return self

    def chain(self) -> Iterator[Scope]:
        """Return this scope and those where its names are looked for further."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer

    def find(self, name: str, default: object = None) -> object:
        """Return an unqualified variable by name, or `default` if it is unknown."""
        scope: Scope | None = self
        while scope is not None:
            variables = scope.variables
            if name in variables:
                return variables[name]
            scope = scope.outer
        return default

    def is_set(self, name: str) -> bool:
        """Return whether a variable is set in this very scope."""
        return name in self.variables

    def all_variables(self) -> dict[str, object]:
        """Return all that can be seen from here by unqualified names."""
        seen: dict[str, object] = {}
        for scope in reversed(list(self.chain())):
            seen.update(scope.variables)
        return seen


class LocalScope(Scope):
    """The local variables of a block or function, as they are at this moment."""

    __slots__ = ()

    def __init__(self, outer: Scope, variables: dict[str, Any], match: Match = None) -> None:
        # All that Scope has, set here: a lookup in a block makes one of these for each call.
        self.build = outer.build
        self.parent = outer.parent
        self.outer = outer
        self.resource = outer.resource
        self.definition = outer.definition
        self.module_name = outer.module_name
        self.variables = variables
        self.defaults = None
        self.is_node = outer.is_node
        self.match = match if match is not None else outer.match

    def body(self) -> Scope:
        assert self.outer is not None
        return self.outer.body()
