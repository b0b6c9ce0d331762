"""Paths inside data as text: $['a'][0]."""

from __future__ import annotations

from duckrow.puppet.types.literal_text import quoted
from duckrow.ruby.values.numbers import float_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROOT = "$"
TYPE = "__ptype"
VALUE = "__pvalue"
LOCAL_REFERENCE = "LocalRef"


def is_reachable(path: str) -> bool:
    """Return whether a path can be referred to from anywhere."""
    return path.startswith(ROOT)


def key_step(path: str, index: int) -> str:
    """Return the path of a key of a hash that is not a string, by the number of its pair.

    The reference has no path for such a key, nor for the value of a key that is an array or a hash.
    These paths begin with #, and only values inside them refer to them.
    """
    return f"#{path[1:]}{{{index}}}"


def entry_step(path: str, key: Any, index: int) -> str:
    """Return the path of the value of a pair; the key is plain data."""
    if key is None or type(key) in (str, int, float, bool):
        return step(path, key)
    return key_step(path, index) + "=>"


def step(path: str, key: str | int | float | None) -> str:
    """Go one step down."""
    match key:
        case None:
            text = "null"
        case bool():
            text = "true" if key else "false"
        case str():
            text = quoted(key)
        case float():
            text = float_text(key)
        case _:
            text = str(key)
    return f"{path}[{text}]"
