"""Facts as text, the way facter prints them.

A fact stands at the margin as `name => value`, text without quotes. What is inside of a hash or a
list is indented, and text there has quotes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def facts_text(facts: Mapping[str, Any]) -> str:
    """Write facts, one after the other."""
    return "".join(f"{name} => {value_text(value)}\n" for name, value in facts.items())


def value_text(value: Any) -> str:
    """Write the value of one fact."""
    if isinstance(value, str):
        return value
    return "" if value is None else _inner(value, "")


def _inner(value: Any, margin: str) -> str:
    more = margin + "  "
    if isinstance(value, dict):
        if not value:
            return "{}"
        lines = [f"{more}{key} => {_inner(item, more)}" for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{margin}}}"
    if isinstance(value, list):
        if not value:
            return "[]"
        lines = [more + _inner(item, more) for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{margin}]"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _quoted(text: str) -> str:
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    from json import dumps

    return dumps(text, ensure_ascii=False).replace("\\\\", "\\")
