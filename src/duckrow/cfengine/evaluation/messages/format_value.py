"""Values as the log writes them: text as it is, lists in braces, calls with their arguments."""

from __future__ import annotations

from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def format_value(value: Any) -> str:
    """Write a value; quotes in text are protected, whether there are some around it or not."""
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
