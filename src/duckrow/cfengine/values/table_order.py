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
    from typing import TypeVar

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
    keys: Iterable[Key], hash_of: Callable[[Key], int], others: int = 0
) -> list[Key]:
    """Sort distinct keys, given in the order of insertion.

    `others` is the number of unknown entries that were in the table before them.
    """
    entries = list(keys)
    if len(entries) + others <= SMALL:
        return entries
    size = _FIRST_SIZE
    while others > size * 3 // 4:
        size *= 2
    # Only buckets with entries: a table may be far larger than these keys.
    buckets: dict[int, list[tuple[int, Key]]] = {}
    for load, key in enumerate(entries, others + 1):
        hashed = hash_of(key)
        buckets.setdefault(hashed & (size - 1), []).append((hashed, key))
        if load > size * 3 // 4:
            size *= 2
            larger: dict[int, list[tuple[int, Key]]] = {}
            for bucket in sorted(buckets):
                for moved in reversed(buckets[bucket]):  # the newest, in front, moves first
                    larger.setdefault(moved[0] & (size - 1), []).append(moved)
            buckets = larger
    return [key for bucket in sorted(buckets) for _, key in reversed(buckets[bucket])]


def texts_in_order(texts: Iterable[str]) -> list[str]:
    """Sort distinct strings as the reference's set of strings lists them."""
    return in_table_order(dict.fromkeys(texts), hash_text)
