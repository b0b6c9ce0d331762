"""Read HOCON: JSON with paths as keys, substitutions and concatenation.

Parsing gives a tree in which every key has all its written values, in order. Resolving walks it
from the top: objects of one key are merged, other values replace each other, and ${a.b} is the
value at that path. A value that refers to its own key means the values written before it.

Includes are ignored, and environment variables are not read.
"""

from __future__ import annotations

from duckrow.data.hocon_read import Reader
from duckrow.data.hocon_tree import HoconError, Join, Object, Reference, Text, plain
from duckrow.data.limits import MOST_ALIASED, check_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["HoconError", "load"]

_MISSING: Any = object()


def load(content: bytes, file: str = "<unknown>") -> Any:
    """Return the value of a HOCON text."""
    check_size(content, file)
    reader = Reader(content.decode("utf-8", "replace"), file)
    try:
        return _Resolver(reader.document()).value()
    except RecursionError:
        raise HoconError("String: substitutions refer to each other too many times") from None


class _Resolver:
    """Replaces references by values."""

    __slots__ = ("active", "count", "root")

    def __init__(self, root: object) -> None:
        self.root = root
        # How many values of a key are visible: while one is resolved, those before it.
        self.active: dict[int, int] = {}
        self.count = 0

    def value(self) -> Any:
        return self.resolved(self.root)

    def resolved(self, value: object) -> Any:
        """Return a value without references, or _MISSING."""
        self.count += 1
        if self.count > MOST_ALIASED:
            raise HoconError(f"substitutions stand for more than {MOST_ALIASED} values")
        if isinstance(value, Object):
            fields = ((key, self.folded(values)) for key, values in value.fields.items())
            return {key: item for key, item in fields if item is not _MISSING}
        if isinstance(value, list):
            items = (self.resolved(item) for item in value)
            return [item for item in items if item is not _MISSING]
        if isinstance(value, Reference):
            found = self.found([self.root], value.path)
            if found is _MISSING and not value.is_optional:
                path = ".".join(value.path)
                raise HoconError(
                    f"String: {value.line}: Could not resolve substitution to a value: ${{{path}}}"
                )
            return found
        return self.joined(value.parts) if isinstance(value, Join) else value

    def folded(self, values: list[Any]) -> Any:
        """Return the result of all values of a key."""
        limit = self.active.get(id(values), len(values))
        result = _MISSING
        try:
            for index in range(limit - 1, -1, -1):
                self.active[id(values)] = index
                item = self.resolved(values[index])
                if item is _MISSING:
                    continue
                if result is _MISSING:
                    result = item
                elif isinstance(item, dict):
                    result = _merged(item, result)
                if not isinstance(item, dict):
                    break
        finally:
            self.active[id(values)] = limit
        return result

    def found(self, objects: list[Any], path: list[str]) -> Any:
        """Return the value at a path in objects; later objects win."""
        result = _MISSING
        for holder in reversed(objects):
            if isinstance(holder, Object):
                values = holder.fields.get(path[0])
                if values is None:
                    continue
                item = self.folded(values) if len(path) == 1 else self._inside(values, path[1:])
            elif isinstance(holder, dict) and path[0] in holder:
                item = holder[path[0]]
                for key in path[1:]:
                    item = item.get(key, _MISSING) if isinstance(item, dict) else _MISSING
            else:
                continue
            if item is _MISSING:
                continue
            if result is _MISSING:
                result = item
            elif isinstance(item, dict):
                result = _merged(item, result)
            if not isinstance(item, dict):
                break
        return result

    def _inside(self, values: list[object], path: list[str]) -> Any:
        limit = self.active.get(id(values), len(values))
        holders: list[Any] = []
        for index in range(len(values) - 1, -1, -1):
            value = values[index]
            if not isinstance(value, Object):
                if index >= limit:
                    continue
                self.active[id(values)] = index
                try:
                    value = self.resolved(value)
                finally:
                    self.active[id(values)] = limit
            if isinstance(value, Object | dict):
                holders.insert(0, value)
            elif value is not _MISSING:
                break
        return self.found(holders, path)

    def joined(self, parts: list[Any]) -> Any:
        """Return the concatenation of adjacent values."""
        resolved = [(part, self.resolved(part)) for part in parts]
        known = [(part, item) for part, item in resolved if item is not _MISSING]
        solid = [item for part, item in known if not (isinstance(part, Text) and not part.strip())]
        if not solid:
            return _MISSING
        if all(isinstance(item, dict) for item in solid):
            merged: dict[str, Any] = {}
            for item in solid:
                merged = _merged(merged, item)
            return merged
        if all(isinstance(item, list) for item in solid):
            return [inner for item in solid for inner in item]
        if any(isinstance(item, dict | list) for item in solid):
            raise HoconError("String: Cannot concatenate object or list with a non-object-or-list")
        if len(known) == 1:
            return plain(known[0][1])
        return "".join(_text(item) for _, item in known)


def _text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _merged(weak: dict[str, Any], strong: dict[str, Any]) -> dict[str, Any]:
    """Merge objects; the keys of the later one come first."""
    result: dict[str, Any] = {}
    for key, value in strong.items():
        if isinstance(value, dict) and isinstance(weak.get(key), dict):
            value = _merged(weak[key], value)
        result[key] = value
    return result | {key: value for key, value in weak.items() if key not in strong}
