"""keys, values, has_key and values_at."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_errors import class_of
from duckrow.puppet.functions.helpers.ruby_text import inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.number_text import leading_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _keys(_scope: Scope, arguments: list[object]) -> list[object]:
    """Return the keys of a hash."""
    if not arguments:
        raise EvaluationError("keys(): Wrong number of arguments given (0 for 1)")
    hash_ = arguments[0]
    if type(hash_) is not dict:
        raise EvaluationError("keys(): Requires hash to work with")
    return list(map(from_key, hash_))


KEYS = LegacyFunction("keys", _keys)


def _values(_scope: Scope, arguments: list[object]) -> list[object]:
    """Return the values of a hash."""
    if not arguments:
        raise EvaluationError("values(): Wrong number of arguments given (0 for 1)")
    if type(arguments[0]) is not dict:
        raise EvaluationError("values(): Requires hash to work with")
    return list(arguments[0].values())


VALUES = LegacyFunction("values", _values)


def _has_key(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a hash has a key."""
    if len(arguments) != 2:
        raise EvaluationError(f"has_key(): wrong number of arguments ({len(arguments)}; must be 2)")
    hash_, key = arguments
    if type(hash_) is not dict:
        raise EvaluationError(
            f"has_key(): expects the first argument to be a hash, got {inspect(hash_)} "
            f"which is of type {class_of(hash_)}"
        )
    return to_key(key) in hash_


HAS_KEY = LegacyFunction("has_key", _has_key)


def _values_at(_scope: Scope, arguments: list[object]) -> list[object]:
    """Return the elements at indexes or index ranges such as 1-3."""
    if len(arguments) < 2:
        raise EvaluationError(
            f"values_at(): Wrong number of arguments given ({len(arguments)} for 2)"
        )
    values, positions = arguments[:2]
    if type(values) is not list:
        raise EvaluationError("values_at(): Requires array to work with")
    wanted = [
        position
        for each in _indexes(positions)
        for position in _positions(to_text(each), len(values))
    ]
    return [values[position] for position in wanted if values[position] is not None]


def _indexes(positions: object) -> list[object]:
    """Return the indexes and ranges of all arguments; raise an error if there are none."""
    found = flattened([positions])
    if not found:
        raise EvaluationError(
            "values_at(): You must provide at least one positive index to collect"
        )
    return found


def _positions(text: str, size: int) -> range:
    """Parse an index or a range of indexes; `...` excludes the last one."""
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
    position = leading_integer(text)
    if position > size - 1:
        raise EvaluationError("values_at(): Given index exceeds array size")
    return range(position, position + 1)


VALUES_AT = LegacyFunction("values_at", _values_at)
