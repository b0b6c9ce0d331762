"""Float(from, abs) and Float({from => …, abs => …})."""

from __future__ import annotations

from duckrow.puppet.types.new.words import not_convertible
from duckrow.puppet.values.numbers import read_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def from_arguments(from_: Any, absolute: bool = False) -> float:
    match from_:
        case str():
            number = read_float(from_)
        case int():
            number = _nearest(from_)
        case _:
            number = float(from_)
    return abs(number) if absolute else number


def _nearest(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def from_hash(arguments: dict[str, Any]) -> float:
    return from_arguments(arguments["from"], arguments.get("abs", False))


def error_message(from_: object, _absolute: bool = False) -> str:
    return not_convertible(from_, "Float")


CALLS = (from_arguments, from_hash, error_message)
