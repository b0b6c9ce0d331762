"""Tell whether a value is of a type."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _is_a(_scope: Scope, value: Any, type_: Any) -> bool:
    from duckrow.puppet.types.instance import accepts

    return accepts(type_, value)


FUNCTION = Function("is_a", Form("Any value", "Type type", run=_is_a))
