"""length(value) and size(value): the number of elements, characters or bytes."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _length(_scope: Scope, value: Any) -> int:
    return len(value)


# Return the number of elements, characters or bytes.
LENGTH = Function(
    "length",
    Form("Collection arg", run=_length),
    Form("String arg", run=_length),
    Form("Binary arg", run=_length),
)


def _size(_scope: Scope, value: Any) -> int:
    """Return the number of elements, characters or bytes."""
    return len(value)


SIZE = Function("size", Form("Variant[Collection, String, Binary] arg", run=_size))
