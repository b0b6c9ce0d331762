"""The variables of all bundles: a table per scope.

A scope is a bundle in a namespace. The key of a variable is its name; that of an array element is a
tuple (name, index, …). Tables keep the order of insertion.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.cfengine.evaluation.variables.names import VariableName
    from duckrow.cfengine.policy.model import Promise

LISTS = frozenset(("slist", "ilist", "rlist"))
ITERABLE = frozenset(("slist", "ilist", "rlist", "data"))
ELEMENT_KIND = {"slist": "string", "ilist": "int", "rlist": "real", "data": "string"}


class Variable:
    """A value with its kind; the value of a `data` variable is plain JSON."""

    __slots__ = ("comment", "kind", "promise", "tags", "value")

    def __init__(
        self,
        value: Any,
        kind: str = "string",
        tags: tuple[str, ...] = (),
        comment: str | None = None,
        promise: Promise | None = None,
    ) -> None:
        self.value = value
        self.kind = kind
        self.tags = tags
        self.comment = comment
        self.promise = promise

    @property
    def text(self) -> str | None:
        """Return the string for use inside another string, or None for lists and containers."""
        if self.kind in LISTS:
            return None
        value = self.value
        if isinstance(value, str):
            return value
        if isinstance(value, dict | list):
            return None
        from duckrow.cfengine.values.json_text import raw_text

        return raw_text(value)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.value!r}>"


class Variables:
    """Tables of variables by (namespace, scope)."""

    __slots__ = ("_arrays", "_count", "_tables", "version")

    def __init__(self) -> None:
        self._count = 0
        # Increases whenever a variable is set or removed: with the same number, all are the same.
        self.version = 0
        self._tables: dict[tuple[str, str], dict[Any, Variable]] = {}
        # Names of arrays with their elements, so that the whole table is not searched; of each
        # element, the number of variables when it was set first.
        self._arrays: dict[tuple[str, str], dict[str, dict[Any, int]]] = {}

    def table(self, namespace: str, scope: str) -> dict[Any, Variable] | None:
        """Return the table of a scope, or None."""
        return self._tables.get((namespace, scope))

    def get(self, namespace: str, scope: str, reference: VariableName) -> Variable | None:
        """Return a variable, or the part of a container that the indices select, or None."""
        table = self._tables.get((namespace, scope))
        if table is None:
            return None
        found = table.get(reference.key)
        if found is None and reference.indices:
            base = table.get(reference.name)
            if base is not None and base.kind == "data":
                return part_of(base, reference.indices)
        return found

    def put(self, namespace: str, scope: str, key: Any, variable: Variable) -> None:
        """Set a variable."""
        scope_key = (namespace, scope)
        self.version += 1
        table = self._tables.get(scope_key)
        if table is None:
            table = self._tables[scope_key] = {}
        if key not in table:
            self._count += 1
            if not isinstance(key, str):
                self._arrays.setdefault(scope_key, {}).setdefault(key[0], {})[key] = self._count
        table[key] = variable

    def remove(self, namespace: str, scope: str, key: Any) -> bool:
        """Remove a variable."""
        scope_key = (namespace, scope)
        table = self._tables.get(scope_key)
        if table is None or key not in table:
            return False
        self.version += 1
        del table[key]
        self._count -= 1
        if not isinstance(key, str):
            del self._arrays[scope_key][key[0]][key]
        return True

    def elements(
        self, namespace: str, scope: str, name: str, indices: tuple[str, ...] = ()
    ) -> Iterator[tuple[tuple[str, ...], Variable]]:
        """Return the elements of an array below some indices, each with its remaining indices."""
        for key, variable, _ in self.elements_with_counts(namespace, scope, name, indices):
            yield key, variable

    def elements_with_counts(
        self, namespace: str, scope: str, name: str, indices: tuple[str, ...] = ()
    ) -> Iterator[tuple[tuple[str, ...], Variable, int]]:
        """Return the same, each with the number of variables when it was set first."""
        scope_key = (namespace, scope)
        keys = self._arrays.get(scope_key, {}).get(name)
        if not keys:
            return
        table = self._tables[scope_key]
        start = 1 + len(indices)
        for key, count in list(keys.items()):
            if len(key) > start and key[1:start] == indices and key in table:
                yield key[start:], table[key], count

    def remove_elements(self, namespace: str, scope: str) -> bool:
        """Remove all array elements of a scope; return False if there were none."""
        scope_key = (namespace, scope)
        table = self._tables.get(scope_key, {})
        arrays = self._arrays.pop(scope_key, {})
        self.version += 1
        for keys in arrays.values():
            for key in keys:
                if table.pop(key, None) is not None:
                    self._count -= 1
        return bool(arrays)

    def count(self) -> int:
        """Count the variables of all tables."""
        return self._count

    def scopes(self) -> Iterator[tuple[tuple[str, str], dict[Any, Variable]]]:
        """Return all tables."""
        yield from self._tables.items()


def part_of(variable: Variable, indices: tuple[str, ...]) -> Variable | None:
    """Return the part of a container that the indices select, or None."""
    value = variable.value
    for index in indices:
        if isinstance(value, dict):
            if index not in value:
                return None
            value = value[index]
        elif isinstance(value, list):
            if not index.isdecimal() or int(index) >= len(value):
                return None
            value = value[int(index)]
        else:
            return None
    return Variable(value, "data", variable.tags, variable.comment, variable.promise)
