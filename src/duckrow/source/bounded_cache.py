"""Caches with a size limit, for processes that live long."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any


class BoundedCache:
    """Values by key; the least recently used are dropped when all weigh more than `most`.

    `each` is the base weight of an entry. The cache has two halves. Stored and requested values go
    to the newer half; when it is full, it becomes the older half and the previous older half is
    dropped. So a hit usually costs one dict lookup.
    """

    __slots__ = ("_each", "_half", "_new", "_old", "_weight")

    def __init__(self, most: int, each: int = 1) -> None:
        self._each = each
        self._half = most // 2
        self._new: dict[Hashable, tuple[object, int]] = {}
        self._old: dict[Hashable, tuple[object, int]] = {}
        self._weight = 0  # of the newer half

    def get(self, key: Hashable) -> Any:
        """Return the value of a key, or None."""
        found = self._new.get(key)
        if found is None:
            found = self._old.pop(key, None)
            if found is None:
                return None
            self._put(key, *found)
        return found[0]

    def keep(self, key: Hashable, value: object, weight: int = 0) -> None:
        """Store a value, unless it weighs more than half of the limit."""
        self._old.pop(key, None)
        before = self._new.pop(key, None)
        if before is not None:
            self._weight -= before[1]
        weight += self._each
        if weight <= self._half:
            self._put(key, value, weight)

    def _put(self, key: Hashable, value: object, weight: int) -> None:
        if self._weight + weight > self._half:
            self._old, self._new = self._new, {}
            self._weight = 0
        self._new[key] = value, weight
        self._weight += weight

    def __len__(self) -> int:
        return len(self._new) + len(self._old)


class Results(dict["Any", "Any"]):
    """The results of a pure function by its argument: `results[argument]`.

    A hit costs one dict lookup. When `most` arguments are known, all are forgotten.
    """

    __slots__ = ("_function", "_most")

    def __init__(self, function: Callable[[Any], Any], most: int) -> None:
        super().__init__()
        self._function = function
        self._most = most

    def __missing__(self, argument: Any) -> Any:
        if len(self) >= self._most:
            self.clear()
        found = self[argument] = self._function(argument)
        return found
