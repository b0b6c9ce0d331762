"""+ - and << with an array or a hash on the left.

`+` on an array takes another array's elements, a hash's entries as pairs, or one more value; on a
hash it takes another hash, or an array of keys and values, flat or in pairs. `-` takes away
elements or keys. Elements are compared as the platform does: 'a' is not 'A', but 1 is 1.0.
"""

from __future__ import annotations

from duckrow.puppet.runtime.arithmetic import operator_error
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.values.compare import is_equal
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def combined(operator: str, left: Any, right: Any) -> object:
    """Apply an operator with an array or a hash on its left."""
    if operator == "<<":
        if type(left) is list:
            return [*left, right]
        raise operator_error(operator, left)
    if type(left) is list:
        items = _items(right)
        return left + items if operator == "+" else _without(left, items)
    return {**left, **_pairs(right)} if operator == "+" else _without_keys(left, right)


def _items(value: object) -> list[object]:
    if type(value) is list:
        return value
    if type(value) is dict:
        return [[from_key(key), item] for key, item in value.items()]
    return [value]


def _without(left: list[object], items: list[object]) -> list[object]:
    if all(type(item) is str for item in items):
        unwanted = frozenset(items)
        return [item for item in left if type(item) is not str or item not in unwanted]
    return [item for item in left if not any(is_equal(item, other) for other in items)]


def _without_keys(left: dict[object, object], right: Any) -> dict[object, object]:
    if type(right) is dict:
        unwanted = frozenset(right)
    else:
        unwanted = frozenset(map(to_key, right if type(right) is list else [right]))
    return {key: item for key, item in left.items() if key not in unwanted}


def _pairs(value: object) -> dict[object, object]:
    """Return the operand of an addition to a hash, as a hash."""
    if type(value) is dict:
        return value
    if type(value) is not list:
        raise EvaluationError("Can only append Array or Hash to a Hash")
    if value and all(type(item) is list for item in value):
        return dict(map(_pair, value))
    if len(value) == 1 and type(value[0]) is dict:
        return value[0]
    if len(value) % 2:
        raise EvaluationError("odd number of arguments for Hash")
    return {to_key(key): item for key, item in zip(value[::2], value[1::2], strict=True)}


def _pair(item: list[object]) -> tuple[object, object]:
    if len(item) not in (1, 2):
        raise EvaluationError(f"invalid number of elements ({len(item)} for 1..2)")
    return to_key(item[0]), item[1] if len(item) == 2 else None
