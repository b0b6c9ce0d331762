"""Values as plain data, for `lookup` on the command line."""

from __future__ import annotations

from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.to_s import to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def plain(value: Any) -> object:
    """Return a value with JSON types; Sensitive and other values become text."""
    kind = type(value)
    if kind is list:
        return [plain(item) for item in value]
    if kind is dict:
        return {_plain_key(from_key(key)): plain(item) for key, item in value.items()}
    return value if kind in (str, int, float, bool) or value is None else to_s(value)


def _plain_key(key: object) -> object:
    return key if type(key) in (str, int, float, bool) or key is None else to_s(key)
