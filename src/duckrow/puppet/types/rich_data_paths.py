"""Places inside data as text: $['a'][0]."""

from __future__ import annotations

from duckrow.puppet.types.literals import quoted
from duckrow.puppet.values.numbers import float_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROOT = "$"
TYPE = "__ptype"
VALUE = "__pvalue"
LOCAL_REFERENCE = "LocalRef"


def step(path: str | None, key: Any) -> str | None:
    """Go one step down. A key that is a list or a hash has no place that could be named."""
    if path is None:
        return None
    match key:
        case None:
            text = "null"
        case bool():
            text = "true" if key else "false"
        case str():
            text = quoted(key)
        case int():
            text = str(key)
        case float():
            text = float_text(key)
        case _:
            return None
    return f"{path}[{text}]"
