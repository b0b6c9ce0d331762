"""Tell whether an array has an element, or all of some elements."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _member(_scope: Scope, arguments: list[Any]) -> bool:
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


FUNCTION = LegacyFunction("member", _member)
