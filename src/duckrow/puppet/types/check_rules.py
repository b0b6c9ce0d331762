"""The conditions of each type on a value, for each class of values that it accepts.

A condition is a tuple of steps that all must hold; the empty one always does. A step is an
expression about a variable, or `All`: that a type accepts all elements of a collection.
"""

from __future__ import annotations

from duckrow.puppet.types.choices import choices
from duckrow.puppet.types.conditions import CLASSES, NONE, all_of, has_size, within
from duckrow.puppet.types.model.basic import UNDEF, AnyType, DefaultType, UndefType
from duckrow.puppet.types.model.collections import (
    ArrayType,
    CollectionType,
    HashType,
    StructElement,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.numbers import (
    FLOAT,
    INTEGER,
    NUMERIC,
    FloatType,
    IntegerType,
    NumericType,
)
from duckrow.puppet.types.model.scalars import (
    BOOLEAN,
    SCALAR_DATA,
    STRING,
    BooleanType,
    EnumType,
    PatternType,
    ScalarDataType,
    StringType,
)
from duckrow.puppet.types.model.wrappers import SensitiveType
from duckrow.puppet.types.string_patterns import in_enum
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.check_writer import CheckWriter
    from duckrow.puppet.types.model.base import Type

    Condition = tuple["str | All", ...]
    Rule = Callable[[CheckWriter, Any, str, int], dict[type, Condition]]

# Of a struct with more optional keys than this the keys that are there are looked at, not those
# that may be.
_MANY_OPTIONAL = 3


class All:
    """The step that a type takes each of some items of a whole."""

    __slots__ = ("depth", "item", "items", "type_", "whole")

    def __init__(self, whole: str, items: str, item: str, type_: Type, depth: int) -> None:
        self.whole = whole
        self.items = items
        self.item = item
        self.type_ = type_
        self.depth = depth


def _steps(*steps: str | All) -> Condition:
    return tuple(step for step in steps if step != "True")


def _all(whole: str, items: str, item: str, type_: Type, depth: int) -> str | All:
    if any(isinstance(plain, AnyType) and not is_defined for plain, is_defined in choices(type_)):
        return "True"
    return All(whole, items, item, type_, depth)


def _size(size: IntegerType | None, v: str) -> str:
    return "True" if size is None else has_size(size.low, size.high, v)


def _always(*kinds: type) -> Rule:
    return lambda _w, _type, _v, _depth: dict.fromkeys(kinds, ())


def _number(kind: type) -> Rule:
    return lambda _w, type_, v, _depth: {kind: _steps(within(type_.low, type_.high, v))}


def _string(w: CheckWriter, type_: StringType, v: str, _depth: int) -> dict[type, Condition]:
    if type_.value is not None:
        return {str: (f"{v} == {w.bind(type_.value)}",)}
    return {str: _steps(_size(type_.size, v))}


def _enum(w: CheckWriter, type_: EnumType, v: str, _depth: int) -> dict[type, Condition]:
    return {str: (f"{w.bind(in_enum)}({w.bind(type_)}, {v})",)}


def _boolean(_w: CheckWriter, type_: BooleanType, v: str, _depth: int) -> dict[type, Condition]:
    return {bool: () if type_.value is None else (f"{v} is {type_.value}",)}


def _array(_w: CheckWriter, type_: ArrayType, v: str, depth: int) -> dict[type, Condition]:
    items = _all(v, v, f"i{depth}", type_.element, depth + 1)
    return {list: _steps(_size(type_.size, v), items)}


def _hash(_w: CheckWriter, type_: HashType, v: str, depth: int) -> dict[type, Condition]:
    # Only keys that Python would confuse are wrapped, and a string never is.
    names = v if _is_text(type_.key_type) else f"map(from_key, {v})"
    keys = _all(v, names, f"k{depth}", type_.key_type, depth + 1)
    values = _all(v, f"{v}.values()", f"i{depth}", type_.value_type, depth + 1)
    return {dict: _steps(_size(type_.size, v), keys, values)}


def _is_text(type_: Type) -> bool:
    return isinstance(type_, StringType | EnumType | PatternType)


def _tuple(w: CheckWriter, type_: TupleType, v: str, depth: int) -> dict[type, Condition]:
    size = _size(type_.bounds(), v)
    if not type_.types:
        return {list: _steps(size)}
    checks = w.bind([w.function(option, depth + 1) for option in type_.types])
    position, item, last = f"n{depth}", f"i{depth}", len(type_.types) - 1
    check = f"{checks}[{position} if {position} < {last} else {last}]({item})"
    return {list: _steps(size, f"not [1 for {position}, {item} in enumerate({v}) if not {check}]")}


def _struct(w: CheckWriter, type_: StructType, v: str, depth: int) -> dict[type, Condition]:
    names = frozenset(element.name for element in type_.elements)
    optional = [element for element in type_.elements if element.is_optional]
    required = [element for element in type_.elements if not element.is_optional]
    if not optional:
        parts = [f"len({v}) == {len(names)}"]
    elif len(optional) > _MANY_OPTIONAL:
        item, key = f"i{depth}", f"k{depth}"
        # Their checks are made when a value has the key: of a hundred keys few are used.
        types = w.bind({each.name: each.value_type for each in optional})
        needed = w.bind(frozenset(element.name for element in required))
        known = f"({key} in {types} and accepts({types}[{key}], {item}) or {key} in {needed})"
        parts = [f"not [1 for {key}, {item} in {v}.items() if not {known}]"]
        optional = []
    else:
        parts = [f"{v}.keys() <= {w.bind(names)}"]
    for number, element in enumerate((*required, *optional)):
        parts.append(_element(w, element, v, f"i{depth}_{number}", depth))
    return {dict: _steps(*parts)}


def _element(w: CheckWriter, element: StructElement, v: str, item: str, depth: int) -> str:
    check = w.expression(element.value_type, item, depth + 1)
    found = f"({item} := {v}.get({element.name!r}, missing))"
    if element.is_optional:
        return f"({found} is missing or {check})"
    return all_of(f"{found} is not missing", f"({check})" if check != "True" else check)


def _collection(
    _w: CheckWriter, type_: CollectionType, v: str, _depth: int
) -> dict[type, Condition]:
    return dict.fromkeys((list, dict), _steps(_size(type_.size, v)))


def _sensitive(w: CheckWriter, type_: SensitiveType, v: str, _depth: int) -> dict[type, Condition]:
    return {Sensitive: (f"accepts({w.bind(type_.type)}, {v}.unwrap())",)}


# Bare types that accept all values of some classes.
WHOLE: dict[Type, tuple[type, ...]] = {
    type_: CLASSES[type_.name]
    for type_ in (UNDEF, BOOLEAN, INTEGER, FLOAT, NUMERIC, SCALAR_DATA, STRING)
}
RULES: dict[type[Type], Rule] = {
    UndefType: _always(NONE),
    DefaultType: _always(Default),
    BooleanType: _boolean,
    IntegerType: _number(int),
    FloatType: _number(float),
    NumericType: _always(*CLASSES["Numeric"]),
    ScalarDataType: _always(*CLASSES["ScalarData"]),
    StringType: _string,
    EnumType: _enum,  # a case-insensitive one
    PatternType: _always(str),  # the bare one
    CollectionType: _collection,
    ArrayType: _array,
    HashType: _hash,
    TupleType: _tuple,
    StructType: _struct,
    SensitiveType: _sensitive,
}
