"""Give the number of characters of a text, or of elements of an array or hash."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _length(_scope: Scope, value: Any) -> int:
    return len(value)


FUNCTION = Function("length", Form("Variant[String, Array, Hash] value", run=_length))
