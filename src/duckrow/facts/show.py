"""Facts as text, as facter prints them, and as JSON.

As text, a fact is `name => value` without indentation and without quotes. Values inside a hash or a
list are indented, and strings there have quotes. JSON differs only in its punctuation, so one
writer does both; importing the JSON module of the standard library takes longer than most facts.
"""

from __future__ import annotations

from _json import encode_basestring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def in_order(value: object) -> Any:
    """Return a value with the keys of its hashes sorted; values in lists stay as they are."""
    if not isinstance(value, dict):
        return value
    return {key: in_order(value[key]) for key in sorted(value, key=str)}


def facts_text(facts: Mapping[str, object]) -> str:
    """Return the text of some facts, one after the other."""
    return "".join(f"{name} => {value_text(value)}\n" for name, value in facts.items())


def value_text(value: object) -> str:
    """Return the text of one fact's value."""
    if isinstance(value, str):
        return value
    return "" if value is None else _written(value, "", is_json=False)


def json_text(value: object) -> str:
    """Return a plain value as indented JSON."""
    return _written(value, "", is_json=True)


def _written(value: object, margin: str, *, is_json: bool) -> str:
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


def _key(key: object, is_json: bool) -> str:
    return f"{encode_basestring(str(key))}: " if is_json else f"{key} => "
