"""Numeric(from, abs) and Numeric({from => …, abs => …}): an Integer or a Float, as written."""

from __future__ import annotations

from duckrow.puppet.types.new.words import not_convertible
from duckrow.puppet.values.numbers import read_numeric
from duckrow.puppet.values.time_value import TimeValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def from_arguments(from_: Any, absolute: bool = False) -> int | float | None:
    number: int | float | None
    match from_:
        case str():
            number = read_numeric(from_)
        case bool():
            number = int(from_)
        case TimeValue():
            number = float(from_)
        case _:
            number = from_
    return abs(number) if absolute and number is not None else number


def from_hash(arguments: dict[str, Any]) -> int | float | None:
    return from_arguments(arguments["from"], arguments.get("abs", False))


def error_message(from_: object, _absolute: bool = False) -> str:
    return not_convertible(from_, "Numeric")


CALLS = (from_arguments, from_hash, error_message)
