"""length(value): gives the number of elements, characters or bytes in a value."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _length(_scope: Scope, value: Any) -> int:
    return len(value)


FUNCTION = Function(
    "length",
    Form("Collection arg", run=_length),
    Form("String arg", run=_length),
    Form("Binary arg", run=_length),
)
