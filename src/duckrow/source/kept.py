"""What is kept to save work, up to a limit: a process may live long and meet no end of texts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any


class Kept:
    """Values by key; those that nobody asked for lately go once all weigh more than `most`.

    `each` is what a value weighs just for being there. There are two halves. What is kept or asked
    for goes to the newer one; when that is full, it becomes the older one, and what was left in
    there is gone. So asking costs no more than a look into a dict, mostly.
    """

    __slots__ = ("_each", "_half", "_new", "_old", "_weight")

    def __init__(self, most: int, each: int = 1) -> None:
        self._each = each
        self._half = most // 2
        self._new: dict[Hashable, tuple[Any, int]] = {}
        self._old: dict[Hashable, tuple[Any, int]] = {}
        self._weight = 0  # of the newer half

    def get(self, key: Hashable) -> Any:
        """Give what is kept under a key, or None."""
        found = self._new.get(key)
        if found is None:
            found = self._old.pop(key, None)
            if found is None:
                return None
            self._put(key, *found)
        return found[0]

    def keep(self, key: Hashable, value: Any, weight: int = 0) -> None:
        """Keep a value; what weighs more than half of the limit alone is not kept."""
        self._old.pop(key, None)
        before = self._new.pop(key, None)
        if before is not None:
            self._weight -= before[1]
        weight += self._each
        if weight <= self._half:
            self._put(key, value, weight)

    def _put(self, key: Hashable, value: Any, weight: int) -> None:
        if self._weight + weight > self._half:
            self._old, self._new = self._new, {}
            self._weight = 0
        self._new[key] = value, weight
        self._weight += weight

    def __len__(self) -> int:
        return len(self._new) + len(self._old)
