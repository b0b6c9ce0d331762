"""Functions that build or reorder arrays and hashes."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_compare import compared
from duckrow.puppet.functions.stdlib.types.booleans import str2bool
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.compare import merge_sort
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _any2array(_scope: Scope, arguments: list[object]) -> list[object]:
    """Convert values to an array; a hash becomes its keys and values in turn."""
    if len(arguments) != 1:
        return arguments
    value = arguments[0]
    if type(value) is list:
        return value
    if type(value) is dict:
        return [part for key, item in value.items() for part in (from_key(key), item)]
    return [] if value == "" else arguments


ANY2ARRAY = LegacyFunction("any2array", _any2array)


def _concat(_scope: Scope, arguments: list[object]) -> list[object]:
    """Append values, and the elements of arrays, to an array."""
    if len(arguments) < 2:
        raise EvaluationError(
            f"concat(): Wrong number of arguments given ({len(arguments)} for < 2)"
        )
    first, *others = arguments
    if type(first) is not list:
        raise EvaluationError("concat(): Requires array to work with")
    result = list(first)
    for value in others:
        if type(value) is list:
            result += value
        else:
            result.append(value)
    return result


CONCAT = LegacyFunction("concat", _concat)


def _flatten(_scope: Scope, arguments: list[object]) -> list[object]:
    """Return one flat array of all elements of nested arrays."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"flatten(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    if type(arguments[0]) is not list:
        raise EvaluationError("flatten(): Requires array to work with")
    return flattened(arguments[0])


FLATTEN = LegacyFunction("flatten", _flatten)


def _hash(_scope: Scope, arguments: list[object]) -> dict[object, object]:
    """Convert an array of keys and values in turn to a hash."""
    if not arguments:
        raise EvaluationError("hash(): Wrong number of arguments given (0 for 1)")
    if type(arguments[0]) is not list:
        raise EvaluationError("hash(): Requires array to work with")
    values = flattened(arguments[0])
    if len(values) == 1 and type(values[0]) is dict:
        return values[0]
    if len(values) % 2:
        raise EvaluationError("hash(): Unable to compute hash from array given")
    return {to_key(key): value for key, value in zip(values[::2], values[1::2], strict=True)}


HASH = LegacyFunction("hash", _hash)


def _reverse(_scope: Scope, arguments: list[Any]) -> object:
    """Reverse a string or an array."""
    if not arguments:
        raise EvaluationError("reverse(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) not in (str, list):
        raise EvaluationError("reverse(): Requires either array or string to work with")
    return value[::-1]


REVERSE = LegacyFunction("reverse", _reverse)


def _sort(_scope: Scope, arguments: list[object]) -> object:
    """Sort an array or the characters of a string."""
    if len(arguments) != 1:
        raise EvaluationError(f"sort(): Wrong number of arguments given {len(arguments)} for 1")
    value = arguments[0]
    if type(value) is list:
        return merge_sort(value, compared)
    return "".join(sorted(value)) if type(value) is str else None


SORT = LegacyFunction("sort", _sort)


def _zip(scope: Scope, arguments: list[object]) -> list[Any]:
    """Combine two arrays into an array of pairs."""
    if len(arguments) < 2:
        raise EvaluationError(f"zip(): Wrong number of arguments given ({len(arguments)} for 2)")
    first, second = arguments[:2]
    if type(first) is not list or type(second) is not list:
        raise EvaluationError("zip(): Requires array to work with")
    option = arguments[2] if len(arguments) > 2 else None
    is_flat = option is not None and option is not False and str2bool(scope, [option])
    padded = second + [None] * (len(first) - len(second))
    pairs = [[one, other] for one, other in zip(first, padded, strict=False)]
    return flattened(pairs) if is_flat else pairs


ZIP = LegacyFunction("zip", _zip)
