"""Arrays as sets: difference, intersection, union, unique and member."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import class_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _difference(_scope: Scope, arguments: list[object]) -> list[object]:
    """Return the elements of one array that another does not have."""
    if len(arguments) != 2:
        raise EvaluationError(
            f"difference(): Wrong number of arguments given ({len(arguments)} for 2)"
        )
    first, second = arguments
    if type(first) is not list or type(second) is not list:
        raise EvaluationError("difference(): Requires 2 arrays")
    unwanted = set(map(to_key, second))
    return [item for item in first if to_key(item) not in unwanted]


DIFFERENCE = LegacyFunction("difference", _difference)


def _intersection(_scope: Scope, arguments: list[object]) -> list[object]:
    """Return the elements that two arrays have in common."""
    if len(arguments) != 2:
        raise EvaluationError(
            f"intersection(): Wrong number of arguments given ({len(arguments)} for 2)"
        )
    first, second = arguments
    if type(first) is not list or type(second) is not list:
        raise EvaluationError(
            f"intersection(): Requires 2 arrays, got {class_of(first)} and {class_of(second)}"
        )
    others = set(map(to_key, second))
    found = {key: item for item in reversed(first) if (key := to_key(item)) in others}
    return [found.pop(key) for item in first if (key := to_key(item)) in found]


INTERSECTION = LegacyFunction("intersection", _intersection)


def _union(_scope: Scope, arguments: list[object]) -> list[object]:
    """Return the elements of several arrays without duplicates."""
    if len(arguments) < 2:
        raise EvaluationError(
            f"union(): Wrong number of arguments given ({len(arguments)} for < 2)"
        )
    found: dict[Any, Any] = {}
    for values in arguments:
        if type(values) is not list:
            raise EvaluationError("union(): Every parameter must be an array")
        for item in values:
            found.setdefault(to_key(item), item)
    return list(found.values())


UNION = LegacyFunction("union", _union)


def _unique(_scope: Scope, arguments: list[object]) -> Any:
    """Remove duplicates from an array or a string."""
    if not arguments:
        raise EvaluationError("unique(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) is str:
        return "".join(dict.fromkeys(value))
    if type(value) is not list:
        raise EvaluationError("unique(): Requires either array or string to work with")
    found: dict[Any, Any] = {}
    for item in value:
        found.setdefault(to_key(item), item)
    return list(found.values())


UNIQUE = LegacyFunction("unique", _unique)


def _member(_scope: Scope, arguments: list[Any]) -> bool:
    """Return whether an array contains an element, or all of several elements."""
    if len(arguments) < 2:
        raise EvaluationError(f"member(): Wrong number of arguments given ({len(arguments)} for 2)")
    values, wanted = arguments[:2]
    if type(values) is not list:
        raise EvaluationError("member(): Requires array to work with")
    kind = type(wanted)
    if kind is str or kind is int:
        wanted = [wanted]
    elif kind is not list:
        raise EvaluationError("member(): Item to search for must be a string, fixnum, or array")
    if not wanted:
        raise EvaluationError("member(): You must provide item to search for within array given")
    known = set(map(to_key, values))
    return all(to_key(item) in known for item in wanted)


MEMBER = LegacyFunction("member", _member)
