"""Tell whether a text begins with another, or with one of several."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _start_with(_scope: Scope, text: str, prefixes: Any) -> bool:
    return text.startswith(tuple(prefixes) if type(prefixes) is list else prefixes)


FUNCTION = Function(
    "stdlib::start_with",
    Form(
        "String test_string",
        "Variant[String[1], Array[String[1], 1]] prefixes",
        run=_start_with,
        returns="Boolean",
    ),
)
