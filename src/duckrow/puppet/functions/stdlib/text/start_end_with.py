"""stdlib::start_with(string, prefixes) and stdlib::end_with(string, suffixes)."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _start_with(_scope: Scope, text: str, prefixes: Any) -> bool:
    """Return whether a string starts with one of several prefixes."""
    return text.startswith(tuple(prefixes) if type(prefixes) is list else prefixes)


START_WITH = Function(
    "stdlib::start_with",
    Form(
        "String test_string",
        "Variant[String[1], Array[String[1], 1]] prefixes",
        run=_start_with,
        returns="Boolean",
    ),
)


def _end_with(_scope: Scope, text: str, suffixes: str | list[str]) -> bool:
    """Return whether a string ends with one of several suffixes."""
    return text.endswith(suffixes if type(suffixes) is str else tuple(suffixes))


END_WITH = Function(
    "stdlib::end_with",
    Form(
        "String test_string",
        "Variant[String[1],Array[String[1], 1]] suffixes",
        run=_end_with,
        returns="Boolean",
    ),
)
