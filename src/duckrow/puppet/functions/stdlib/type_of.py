"""Give the type of a value in detail."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _type_of(_scope: Scope, value: Any) -> Any:
    from duckrow.puppet.types.infer import infer_detailed

    return infer_detailed(value)


FUNCTION = Function("type_of", Form("Any value", run=_type_of))
