"""The variables that belong to the agent: const, sys and mon.

Those of sys cost something to find out, so each is found out when it is first asked for. `finder`
knows how: from a name to its value and kind.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables import Variable, part_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.cfengine.evaluation.names import Reference

CONST = {
    "dollar": "$",
    "at": "@",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "dirsep": "/",
    "linesep": "\n",
    "endl": "\n",
}


class Finder:
    """Where the variables of sys and mon come from."""

    __slots__ = ()

    def find(self, scope: str, name: str) -> Variable | None:
        """Find a variable out."""
        return None

    def names(self, scope: str) -> Iterable[str]:
        """Give the names that can be found out."""
        return ()


class Specials:
    """Tables of the agent's scopes."""

    __slots__ = ("_finder", "_on_change", "_tables")

    def __init__(self, finder: Finder | None = None) -> None:
        self._tables: dict[str, dict[Any, Variable | None]] = {
            "const": {name: Variable(text) for name, text in CONST.items()}
        }
        self._finder = finder or Finder()
        self._on_change: Callable[[], None] | None = None

    def get(self, scope: str, reference: Reference) -> Variable | None:
        """Find a variable."""
        table = self._tables.setdefault(scope, {})
        key = reference.key
        if key not in table:
            if reference.indices and reference.name in table:
                base = table[reference.name]
                if base is not None and base.kind == "data":
                    return part_of(base, reference.indices)
            name = key if isinstance(key, str) else _written(key)
            table[key] = self._finder.find(scope, name)
            if table[key] is None and reference.indices:
                base = self._finder.find(scope, reference.name)
                table[reference.name] = base
                if base is not None and base.kind == "data":
                    return part_of(base, reference.indices)
        return table[key]

    def put(self, scope: str, key: Any, variable: Variable) -> None:
        """Set a variable."""
        self._tables.setdefault(scope, {})[key] = variable

    def names(self, scope: str) -> list[Any]:
        """Give the keys of all that a scope has or could have."""
        known = {key for key, found in self._tables.get(scope, {}).items() if found is not None}
        return sorted({*known, *self._finder.names(scope)}, key=str)


def _written(key: tuple[str, ...]) -> str:
    return key[0] + "".join(f"[{each}]" for each in key[1:])
