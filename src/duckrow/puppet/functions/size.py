"""size(value): gives the number of elements, characters or bytes in a value."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _size(_scope: Scope, value: Any) -> int:
    return len(value)


FUNCTION = Function("size", Form("Variant[Collection, String, Binary] arg", run=_size))
