"""Delete what is undef from an array or hash."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _delete_undef_values(_scope: Scope, arguments: list[Any]) -> Any:
    if not arguments:
        raise EvaluationError("delete_undef_values(): Wrong number of arguments given (0)")
    value = arguments[0]
    if type(value) is list:
        return [item for item in value if item is not None]
    if type(value) is dict:
        return {key: item for key, item in value.items() if item is not None}
    raise EvaluationError(
        f"delete_undef_values(): expected an array or hash, "
        f"got {to_text(value)} type  {class_of(value)} "
    )


FUNCTION = LegacyFunction("delete_undef_values", _delete_undef_values)
