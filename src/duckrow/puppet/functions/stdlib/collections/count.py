"""count, empty and size."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.functions.helpers.ruby_numbers import to_float
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.ruby.values.compare import is_equal
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _count(_scope: Scope, arguments: list[object]) -> int:
    """Count the elements that equal a value, or those that are not empty."""
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
        return 0  # Puppet counts the attributes of the reference, which has none
    if type(collection) is dict:
        collection = [[from_key(key), value] for key, value in collection.items()]
    if type(collection) is not list:
        raise no_method("count", collection)
    if has_wanted:
        return sum(is_equal(item, wanted) for item in collection)
    return sum(item is not None and item != "" for item in collection)


def _characters(text: str, sets: list[object]) -> int:
    """Count the characters of a string that are in a set such as 'a-f' or '^x'."""
    from duckrow.ruby.core.text.characters import in_sets
    from duckrow.ruby.errors import RubyError
    from duckrow.ruby.interpreter import Interpreter

    try:
        return sum(map(in_sets(Interpreter(), tuple(sets)), text))
    except RubyError as wrong:
        raise EvaluationError(wrong.message) from None


COUNT = LegacyFunction("count", _count, arity=-2)


def _empty(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a value has no elements or characters."""
    if not arguments:
        raise EvaluationError("empty(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) in (int, float):
        return False
    if type(value) not in (str, list, dict):
        raise EvaluationError(
            "empty(): Requires either array, hash, string or integer to work with"
        )
    return not value


EMPTY = LegacyFunction("empty", _empty)


def _size(_scope: Scope, arguments: list[Any]) -> int:
    """Return the number of characters or elements."""
    if not arguments:
        raise EvaluationError("size(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) is str:
        try:
            to_float(value)
        except EvaluationError:
            return len(value)
        raise EvaluationError("size(): Requires either string, array or hash to work with")
    if type(value) in (list, dict):
        return len(value)
    raise EvaluationError("size(): Unknown type given")


SIZE = LegacyFunction("size", _size)
