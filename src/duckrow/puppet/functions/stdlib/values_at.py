"""Give the elements of an array at some places: numbers, or ranges such as 1-3."""

from __future__ import annotations

import re

from duckrow.puppet.functions.number_text import leading_integer
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.functions.shellquote import flat
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _values_at(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if len(arguments) < 2:
        raise EvaluationError(
            f"values_at(): Wrong number of arguments given ({len(arguments)} for 2)"
        )
    values, places = arguments[:2]
    if type(values) is not list:
        raise EvaluationError("values_at(): Requires array to work with")
    wanted = [place for each in _flat(places) for place in _places(to_text(each), len(values))]
    return [values[place] for place in wanted if values[place] is not None]


def _flat(places: Any) -> list[Any]:
    found = list(flat([places]))
    if not found:
        raise EvaluationError(
            "values_at(): You must provide at least one positive index to collect"
        )
    return found


def _places(text: str, size: int) -> range:
    """Read a place or a range of them; ... leaves out the last one."""
    match = re.search(r"(?m)^([0-9]+)(\.\.\.?|-)([0-9]+)$", text)
    if match:
        start, stop = int(match[1]), int(match[3])
        if start > stop:
            raise EvaluationError(
                "values_at(): Stop index in given indices range is smaller than the start index"
            )
        if stop > size - 1:
            raise EvaluationError(
                "values_at(): Stop index in given indices range exceeds array size"
            )
        return range(start, stop if match[2] == "..." else stop + 1)
    if not re.search(r"(?m)^[0-9]+$", text):
        raise EvaluationError("values_at(): Unknown format of given index")
    place = leading_integer(text)
    if place > size - 1:
        raise EvaluationError("values_at(): Given index exceeds array size")
    return range(place, place + 1)


FUNCTION = LegacyFunction("values_at", _values_at)
