"""What is kept to save work, up to a limit: a process may live long and meet no end of texts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any


class Kept:
    """Values by key; those kept first go when all together weigh more than `most`.

    `each` is what a value weighs just for being there.
    """

    __slots__ = ("_each", "_most", "_values", "weight")

    def __init__(self, most: int, each: int = 1) -> None:
        self._most = most
        self._each = each
        self._values: dict[Hashable, tuple[Any, int]] = {}
        self.weight = 0

    def get(self, key: Hashable) -> Any:
        """Give what is kept under a key, or None."""
        found = self._values.get(key)
        return None if found is None else found[0]

    def keep(self, key: Hashable, value: Any, weight: int = 0) -> None:
        """Keep a value; what weighs more than the limit alone is not kept."""
        self._drop(key)
        weight += self._each
        if weight > self._most:
            return
        self._values[key] = value, weight
        self.weight += weight
        while self.weight > self._most:
            self._drop(next(iter(self._values)))

    def _drop(self, key: Hashable) -> None:
        found = self._values.pop(key, None)
        if found is not None:
            self.weight -= found[1]

    def __len__(self) -> int:
        return len(self._values)
