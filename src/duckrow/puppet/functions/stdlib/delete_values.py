"""Delete the entries of a hash that have a value."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of
from duckrow.puppet.functions.platform_compare import is_equal
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _delete_values(_scope: Scope, arguments: list[Any]) -> dict[Any, Any]:
    if len(arguments) != 2:
        raise EvaluationError(
            f"delete_values(): Wrong number of arguments given ({len(arguments)} of 2)"
        )
    hash_, unwanted = arguments
    if type(hash_) is not dict:
        raise EvaluationError(
            "delete_values(): First argument must be a Hash. "
            f"Given an argument of class {class_of(hash_)}."
        )
    return {key: value for key, value in hash_.items() if not is_equal(unwanted, value)}


FUNCTION = LegacyFunction("delete_values", _delete_values)
