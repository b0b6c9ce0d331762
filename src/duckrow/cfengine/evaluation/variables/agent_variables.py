"""The agent's own variables: const, sys and mon.

The variables of sys and mon are computed on first use, by the `finder`.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.names import index_text
from duckrow.cfengine.evaluation.variables.table import Variable, part_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from duckrow.cfengine.evaluation.variables.names import VariableName

CONST = {
    "dollar": "$",
    "at": "@",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "dirsep": "/",
    "endl": "\n",
}
_TAGS = ("source=agent",)


class Finder:
    """The source of the variables of sys and mon."""

    __slots__ = ()

    def find(self, scope: str, key: object) -> Variable | None:  # noqa: ARG002
        """Compute a variable, or return None; the key of an array element is a tuple."""
        return None

    def keys(self, scope: str) -> Iterable[Any]:  # noqa: ARG002
        """Yield the keys of all variables of a scope."""
        return ()


class AgentVariables:
    """The tables of the agent's scopes."""

    __slots__ = ("_finder", "_is_listed", "_names", "_tables")

    def __init__(self, finder: Finder | None = None) -> None:
        self._tables: dict[str, dict[Any, Variable | None]] = {
            "const": {name: Variable(text, "string", _TAGS) for name, text in CONST.items()}
        }
        self._finder = finder or Finder()
        # Scopes with all variables computed.
        self._is_listed: set[str] = set()
        # The names of a scope, with the size of its table then: masterfiles ask 200 times.
        self._names: dict[str, tuple[int, list[Any]]] = {}

    def get(self, scope: str, reference: VariableName) -> Variable | None:
        """Return a variable, or None."""
        table = self._tables.get(scope)
        if table is None:
            table = self._tables[scope] = {}
        key = reference.key
        if key in table:
            found = table[key]
        else:
            found = table[key] = self._finder.find(scope, key)
        if found is None and reference.indices:
            name = reference.name
            if name not in table:
                table[name] = self._finder.find(scope, name)
            base = table[name]
            if base is not None and base.kind == "data":
                return part_of(base, reference.indices)
        return found

    def used(self) -> Iterator[tuple[str, Variable | None]]:
        """Return the variables of sys and mon that were asked for, by name; None does not exist."""
        for scope, table in self._tables.items():
            if scope != "const":
                for key, variable in table.items():
                    yield f"{scope}.{index_text(key)}", variable

    def put(self, scope: str, key: Any, variable: Variable) -> None:
        """Set a variable."""
        self._tables.setdefault(scope, {})[key] = variable
        self._names.pop(scope, None)

    def all(self, scope: str) -> dict[Any, Variable]:
        """Return all variables of a scope by their keys."""
        table = self._tables.setdefault(scope, {})
        if scope not in self._is_listed:
            self._is_listed.add(scope)
            for key in self._finder.keys(scope):
                if table.get(key) is None:
                    table[key] = self._finder.find(scope, key)
        return {key: found for key, found in table.items() if found is not None}

    def names(self, scope: str) -> list[Any]:
        """Return the keys of all variables of a scope; the caller does not change the list."""
        size, names = self._names.get(scope, (-1, []))
        if size != len(self._tables.get(scope, ())):
            names = list(self.all(scope))
            self._names[scope] = len(self._tables[scope]), names
        return names
