"""Array(from, wrap): the elements of an iterable, or an array of one value."""

from __future__ import annotations

from duckrow.puppet.types.iterate import collect
from duckrow.puppet.types.new.words import not_convertible
from duckrow.puppet.values.binary import Binary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def from_iterable(from_: object, _wrap: bool = False) -> list[Any]:
    if isinstance(from_, list):
        return from_
    return list(from_.data) if isinstance(from_, Binary) else collect(from_)


def wrapped(from_: object, _wrap: bool) -> list[Any]:
    return from_ if isinstance(from_, list) else [from_]


def error_message(from_: object, _wrap: bool = False) -> str:
    return not_convertible(from_, "Array")


CALLS = (from_iterable, wrapped, error_message)
