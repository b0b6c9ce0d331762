"""The elements of a value under iteration.

String            its characters
Integer           the numbers from zero to the one before it
Array             its elements
Hash              its entries, each as an array of key and value
Integer[1, 3]     the numbers in the range, if both its bounds are set
Enum[a, b]        its strings
iterators         their elements
"""

from __future__ import annotations

from duckrow.puppet.types.model.alias import AliasType, unalias
from duckrow.puppet.types.model.numbers import IntegerType
from duckrow.puppet.types.model.scalars import EnumType
from duckrow.puppet.types.model.wrappers import IteratorType
from duckrow.ruby.values.keys import from_key
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


# More than this from a mere number is a mistake that would take the memory of the whole machine.
MOST_ELEMENTS = 2**25


class NotIterableError(DuckrowError):
    """A value that cannot be iterated over."""


def iterate(value: Any) -> Iterator[object]:
    """Return the elements of a value, one after the other."""
    match value:
        case list() | str():
            return iter(value)
        case dict():
            return ([from_key(key), item] for key, item in value.items())
        case int() if value >= 0 and type(value) is int:
            return iter(range(value))
        case AliasType():
            return iterate(unalias(value))
        case EnumType():
            return iter(value.values)
        case IntegerType() if (numbers := value.numbers()) is not None:
            return iter(numbers)
    if isinstance(getattr(value, "puppet_type", None), IteratorType):
        return iter(value)
    from duckrow.puppet.types.infer import infer_generic
    from duckrow.puppet.types.type_text import type_to_text

    raise NotIterableError(
        f"wrong argument type ({type_to_text(infer_generic(value))}; is not Iterable."
    )


def collect(value: object) -> list[object]:
    """Return all that comes out of a value. Refuses ranges of numbers that no memory holds."""
    items = iterate(value)
    count = _length(value)
    if count > MOST_ELEMENTS:
        raise NotIterableError(
            f"Attempt to create an Array of {count} elements; the most is {MOST_ELEMENTS}"
        )
    return list(items)


def _length(value: object) -> int:
    match unalias(value) if isinstance(value, AliasType) else value:
        case int(number):
            return number
        case IntegerType(low=int(low), high=int(high)):
            return high - low + 1
    return 0
