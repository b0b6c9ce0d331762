"""stdlib::end_with(text, suffixes): tells whether a text ends in one of some others."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _end_with(_scope: Scope, text: str, suffixes: str | list[str]) -> bool:
    return text.endswith(suffixes if type(suffixes) is str else tuple(suffixes))


FUNCTION = Function(
    "stdlib::end_with",
    Form(
        "String test_string",
        "Variant[String[1],Array[String[1], 1]] suffixes",
        run=_end_with,
        returns="Boolean",
    ),
)
