"""Integer(from, radix, abs) and Integer({from => …, radix => …, abs => …})."""

from __future__ import annotations

from duckrow.puppet.types.check import check
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.literal_text import written_value
from duckrow.puppet.types.new.errors import ConversionError
from duckrow.puppet.types.new.signatures import INTEGER_ARGUMENTS, INTEGER_CONVERTIBLE
from duckrow.puppet.types.new.words import not_convertible
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.numbers import read_integer
from duckrow.puppet.values.time_value import TimeValue, truncated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_RADIXES = (2, 8, 10, 16)


def from_arguments(from_: object, radix: object = DEFAULT, absolute: bool = False) -> int:
    number = _converted(from_, radix)
    return abs(number) if absolute else number


def from_hash(arguments: dict[str, Any]) -> int:
    radix = arguments.get("radix")
    return from_arguments(
        arguments["from"], DEFAULT if radix is None else radix, arguments.get("abs", False)
    )


def _converted(from_: Any, radix: Any) -> int:
    match from_:
        case float():
            return truncated(from_)
        case str():
            return read_integer(from_, None if radix is DEFAULT else radix)
        case TimeValue():
            return int(from_)
    return int(from_)


def hash_error_message(arguments: dict[object, object]) -> str:
    if "from" in arguments and not accepts(INTEGER_CONVERTIBLE, arguments["from"]):
        return error_message(arguments["from"])
    radix = arguments.get("radix")
    if radix is not None and radix is not DEFAULT:
        _check_radix(radix)
    check("Integer.new", INTEGER_ARGUMENTS, arguments)
    raise AssertionError("a hash of the right type was rejected")


def error_message(from_: object, radix: object = DEFAULT, _absolute: bool = False) -> str:
    if radix is not DEFAULT:
        _check_radix(radix)
    return not_convertible(from_, "Integer")


def _check_radix(radix: object) -> None:
    if radix not in _RADIXES:
        shown = radix if isinstance(radix, str) else written_value(radix)
        raise ConversionError(f"Illegal radix: {shown}, expected 2, 8, 10, 16, or default")


CALLS = (from_arguments, from_hash, hash_error_message, error_message)
