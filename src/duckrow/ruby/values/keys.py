"""Keys of hashes.

In Python 1, 1.0 and True are the same key, and lists cannot be keys. The language distinguishes
them. So `to_key` turns a value into a key and `from_key` turns it back; strings, integers and
undef, which are nearly all keys, stay as they are. A kind of value that is stricter as a key than
in a comparison returns its identity with `key_identity`; one with `is_key` is its own key.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_KEYS = frozenset((str, int, type(None)))  # the kinds of values that are keys themselves


class Key:
    """A value that cannot be a dict key itself."""

    __slots__ = ("_identity", "value")

    def __init__(self, value: object, identity: object) -> None:
        self.value = value
        self._identity = identity

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"Key({self.value!r})"


def to_key(value: object) -> Any:
    """Return the dict key of a value."""
    kind = type(value)
    if kind in _KEYS or getattr(kind, "is_key", False):
        return value
    if isinstance(value, bool | float):
        return Key(value, (type(value), value))
    if isinstance(value, list):
        return Key(value, ("list", tuple(map(to_key, value))))
    if isinstance(value, dict):
        return Key(value, ("dict", frozenset((k, to_key(v)) for k, v in value.items())))
    identity = getattr(value, "key_identity", None)
    return value if identity is None else Key(value, identity())


def from_key(key: object) -> Any:
    """Return the value of a dict key."""
    return key.value if type(key) is Key else key
