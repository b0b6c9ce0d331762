"""Format values for the log: strings as they are, lists in braces, calls with arguments."""

from __future__ import annotations

from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def format_value(value: Any) -> str:
    """Return a value as the log shows it; quotes in strings are always escaped."""
    if isinstance(value, str):
        return value.replace('"', '\\"')
    if isinstance(value, Call):
        return f"{value.name}({','.join(_quoted(each) for each in value.arguments)})"
    if isinstance(value, list | tuple):
        return " {" + ",".join(_quoted(each) for each in value) + "}" if value else ""
    if isinstance(value, Data):
        from duckrow.cfengine.values.json_text import compact

        return compact(value.value)
    return str(value)


def _quoted(value: Any) -> str:
    shown = format_value(value)
    return f'"{shown}"' if isinstance(value, str) else shown
