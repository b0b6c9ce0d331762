"""The order in which the reference's hash tables list their entries.

Up to fourteen entries are in the order of insertion. Larger tables are ordered by a hash of the
key, so classes that match or indices of arrays come in a strange but stable order. Nothing is ever
removed from the tables imitated here.
"""

from __future__ import annotations

from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeVar

    Key = TypeVar("Key")

SMALL = 14
_FIRST_SIZE = 128
_WORD = 0xFFFFFFFF
_DEFAULT_NAMESPACE = 1195645448
_INDEX_MARK = "]"


def _add(hashed: int, text: str) -> int:
    for byte in text.encode("utf-8", "surrogateescape"):
        hashed = (hashed + byte) & _WORD
        hashed = (hashed + (hashed << 10)) & _WORD
        hashed ^= hashed >> 6
    return hashed


def _add_signed(hashed: int, text: str) -> int:
    """Add a string to a hash; its bytes beyond ASCII count as negative numbers."""
    if text.isascii():
        return _add(hashed, text)
    for byte in text.encode("utf-8", "surrogateescape"):
        hashed = (hashed + (byte if byte < 0x80 else byte - 0x100)) & _WORD
        hashed = (hashed + (hashed << 10)) & _WORD
        hashed ^= hashed >> 6
    return hashed


def _finish(hashed: int) -> int:
    hashed = (hashed + (hashed << 3)) & _WORD
    hashed ^= hashed >> 11
    return (hashed + (hashed << 15)) & _WORD


@lru_cache(maxsize=1 << 16)
def hash_text(text: str) -> int:
    """Hash a string (Jenkins, one at a time)."""
    return _finish(_add(0, text))


@lru_cache(maxsize=1 << 16)
def hash_variable(namespace: str, scope: str, name: str, indices: tuple[str, ...] = ()) -> int:
    """Hash the name of a variable, or of an array element."""
    hashed = _DEFAULT_NAMESPACE if namespace == "default" else _add_signed(0, namespace)
    hashed = _add_signed(_add_signed(hashed, scope), name)
    for index in indices:
        hashed = _add_signed(_add(hashed, _INDEX_MARK), index)
    return _finish(hashed)


def in_table_order(
    keys: Iterable[Key],
    hash_of: Callable[[Key], int],
    others: int = 0,
    loads: Iterable[int] | None = None,
) -> list[Key]:
    """Sort distinct keys, given in the order of insertion.

    `others` is the number of other entries. Without `loads` they were in the table before all of
    these; else it has the number of entries, in the whole table, at the insertion of each key.
    """
    entries = list(keys)
    total = len(entries) + others
    if total <= SMALL:
        return entries
    counts = range(others + 1, total + 1) if loads is None else loads
    table = _Table()
    for load, key in zip(counts, entries, strict=True):
        table.grow(load - 1)
        table.insert(hash_of(key), key)
        table.grow(load)
    table.grow(total)
    return table.keys()


class _Table:
    """The buckets of a table that have known entries; the table may be far larger."""

    __slots__ = ("_buckets", "_size")

    def __init__(self) -> None:
        self._size = _FIRST_SIZE
        self._buckets: dict[int, list[tuple[int, Any]]] = {}

    def insert(self, hashed: int, key: Any) -> None:
        self._buckets.setdefault(hashed & (self._size - 1), []).append((hashed, key))

    def grow(self, load: int) -> None:
        """Grow until the table is large enough for a number of entries."""
        while load > self._size * 3 // 4:
            self._size *= 2
            before, self._buckets = self._buckets, {}
            for bucket in sorted(before):
                for hashed, key in reversed(before[bucket]):  # the newest, in front, moves first
                    self.insert(hashed, key)

    def keys(self) -> list[Any]:
        """Return the entries as the table lists them."""
        buckets = self._buckets
        return [key for bucket in sorted(buckets) for _, key in reversed(buckets[bucket])]


def texts_in_order(texts: Iterable[str]) -> list[str]:
    """Sort distinct strings as the reference's set of strings lists them."""
    return in_table_order(dict.fromkeys(texts), hash_text)
