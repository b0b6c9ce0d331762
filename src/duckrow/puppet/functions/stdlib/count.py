"""Count the elements that equal a value, or those that are not empty."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import no_method
from duckrow.puppet.functions.platform_compare import is_equal
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _count(_scope: Scope, arguments: list[Any]) -> int:
    if len(arguments) > 2:
        raise EvaluationError(
            f"count(): Wrong number of arguments given {len(arguments)} for 1 or 2."
        )
    collection = arguments[0]
    wanted = arguments[1] if len(arguments) > 1 else None
    has_wanted = wanted is not None and wanted is not False
    if type(collection) is str:
        return _characters(collection, [wanted] if has_wanted else [])
    if isinstance(collection, ResourceType | ClassType):
        return 0  # a reference has no attributes to count
    if type(collection) is dict:
        collection = [[from_key(key), value] for key, value in collection.items()]
    if type(collection) is not list:
        raise no_method("count", collection)
    if has_wanted:
        return sum(is_equal(item, wanted) for item in collection)
    return sum(item is not None and item != "" for item in collection)


def _characters(text: str, sets: list[Any]) -> int:
    """Count the characters of a text that are in a set of them: 'a-f', '^x'."""
    from duckrow.puppet.ruby.core.characters import in_sets
    from duckrow.puppet.ruby.errors import RubyError

    try:
        return sum(map(in_sets(tuple(sets)), text))
    except RubyError as wrong:
        raise EvaluationError(wrong.message) from None


FUNCTION = LegacyFunction("count", _count, arity=-2)
