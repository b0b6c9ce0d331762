"""Facts as text, the way facter prints them, and as JSON.

As text a fact stands at the margin as `name => value`, text without quotes. What is inside of a
hash or a list is indented, and text there has quotes. JSON is the same with other signs, so the
writer is one; importing the one of the standard library would take longer than most facts do.
"""

from __future__ import annotations

from _json import encode_basestring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def in_order(value: Any) -> Any:
    """Return a value with the keys of its hashes sorted; what is in a list stays as it is."""
    if not isinstance(value, dict):
        return value
    return {key: in_order(value[key]) for key in sorted(value, key=str)}


def facts_text(facts: Mapping[str, Any]) -> str:
    """Write facts, one after the other."""
    return "".join(f"{name} => {value_text(value)}\n" for name, value in facts.items())


def value_text(value: Any) -> str:
    """Write the value of one fact."""
    if isinstance(value, str):
        return value
    return "" if value is None else _written(value, "", is_json=False)


def json_text(value: Any) -> str:
    """Write a plain value as JSON, indented."""
    return _written(value, "", is_json=True)


def _written(value: Any, margin: str, *, is_json: bool) -> str:
    more = margin + "  "
    if isinstance(value, dict):
        if not value:
            return "{}"
        lines = [
            f"{more}{_key(key, is_json)}{_written(item, more, is_json=is_json)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(lines) + f"\n{margin}}}"
    if isinstance(value, list):
        if not value:
            return "[]"
        lines = [more + _written(item, more, is_json=is_json) for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{margin}]"
    if isinstance(value, str):
        quoted: str = encode_basestring(value)
        return quoted if is_json else quoted.replace("\\\\", "\\")
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _key(key: Any, is_json: bool) -> str:
    return f"{encode_basestring(str(key))}: " if is_json else f"{key} => "
