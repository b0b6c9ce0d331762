"""What a type says to each kind of value: yes, no, or a check to make.

Most checks are decided by the class of the value alone, and the rest by one small function made for
the type. So a type keeps, from its first check on, a table of answers by class; names, Variants and
Optionals are taken apart when the table is made, not when a value is checked.

Invariants:
 1. A table has an answer for every class in KINDS. Values of other classes are looked at singly.
 2. Tables of the types inside a collection are made when such a collection is first checked, so a
    type that contains itself has a table like any other.
"""

from __future__ import annotations

from duckrow.puppet.types.assignable_scalars import Remembering, in_enum
from duckrow.puppet.types.choices import choices
from duckrow.puppet.types.model.basic import AnyType, DefaultType, UndefType, UnitType
from duckrow.puppet.types.model.collections import ArrayType, CollectionType, HashType, StructType
from duckrow.puppet.types.model.numbers import FloatType, IntegerType, NumericType
from duckrow.puppet.types.model.scalars import (
    BooleanType,
    EnumType,
    PatternType,
    ScalarDataType,
    ScalarType,
    StringType,
)
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.keys import Key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.puppet.types.model.base import Type

    Check = Callable[[Any], bool]
    Answer = bool | Check
    Table = dict[type, Answer]
    Ask = Callable[[Type, Any], bool]

UNDEF = type(None)
_SCALAR_DATA = (str, int, float, bool)
_SCALAR = (*_SCALAR_DATA, RubyRegexp, SemVer, SemVerRange, Timespan, Timestamp)
KINDS = (*_SCALAR, UNDEF, list, dict, Default, Sensitive, Binary, URI)


def table(type_: Type, ask: Ask, look: Ask) -> Table:
    """Make the table of a type. `ask` checks parts; `look` checks a value against a plain type."""
    found: Table = dict.fromkeys(KINDS, False)
    for plain, is_defined in choices(type_):
        rule = _RULES.get(type(plain))
        answers = _looks(plain, look) if rule is None else rule(plain, ask)
        for kind, answer in answers.items():
            if kind is not UNDEF or not is_defined:
                found[kind] = _either(found[kind], answer)
    return found


def _either(one: Answer, other: Answer) -> Answer:
    if one is True or other is True:
        return True
    if isinstance(one, bool):
        return other
    if isinstance(other, bool):
        return one
    return lambda value: one(value) or other(value)


def _looks(plain: Type, look: Ask) -> Table:
    return dict.fromkeys(KINDS, lambda value: look(plain, value))


def _always(*kinds: type) -> Callable[[Type, Ask], Table]:
    answers: Table = dict.fromkeys(kinds, True)
    return lambda _plain, _ask: answers


def _within(low: Any, high: Any) -> Answer:
    """Make a check against bounds, either of which may be open."""
    if low is None:
        return True if high is None else high.__ge__
    if high is None:
        return low.__le__  # type: ignore[no-any-return]
    return lambda number: low <= number <= high


def _sized(size: IntegerType | None) -> Answer:
    if size is None:
        return True
    low, high = size.low or 0, size.high
    if high is None:
        return True if low == 0 else lambda value: len(value) >= low
    return lambda value: low <= len(value) <= high


def _number(kind: type) -> Callable[[IntegerType | FloatType, Ask], Table]:
    return lambda plain, _ask: {kind: _within(plain.low, plain.high)}


def _string(plain: StringType, _ask: Ask) -> Table:
    return {str: _sized(plain.size) if plain.value is None else plain.value.__eq__}


def _enum(plain: EnumType, _ask: Ask) -> Table:
    if plain.ignores_case:
        return {str: lambda value: in_enum(plain, value)}
    return {str: frozenset(plain.values).__contains__} if plain.values else {}


def _pattern(plain: PatternType, _ask: Ask) -> Table:
    return {str: Remembering(plain).__getitem__ if plain.patterns else True}


def _boolean(plain: BooleanType, _ask: Ask) -> Table:
    return {bool: True if plain.value is None else plain.value.__eq__}


def _collection(plain: CollectionType, _ask: Ask) -> Table:
    return dict.fromkeys((list, dict), _sized(plain.size))


def _every(element: Type, ask: Ask) -> Callable[[Iterable[Any]], bool]:
    def every(items: Iterable[Any]) -> bool:
        try:
            answers = element._kinds
        except AttributeError:
            return all(ask(element, item) for item in items)
        for item in items:
            found = answers.get(type(item))
            if found is True:
                continue
            if found is False:
                return False
            if not (ask(element, item) if found is None else found(item)):
                return False
        return True

    return every


def _array(plain: ArrayType, ask: Ask) -> Table:
    size, every = _sized(plain.size), _every(plain.element, ask)
    if isinstance(plain.element, AnyType):
        return {list: size}
    if isinstance(size, bool):
        return {list: every}
    return {list: lambda value: size(value) and every(value)}


def _hash(plain: HashType, ask: Ask) -> Table:
    size = _sized(plain.size)
    keys, values = _every(plain.key_type, ask), _every(plain.value_type, ask)
    has_any_key = isinstance(plain.key_type, AnyType)
    has_any_value = isinstance(plain.value_type, AnyType)

    def check(value: dict[Any, Any]) -> bool:
        if not isinstance(size, bool) and not size(value):
            return False
        if not has_any_key and not keys([k.value if type(k) is Key else k for k in value]):
            return False
        return has_any_value or values(value.values())

    return {dict: size if has_any_key and has_any_value else check}


def _struct(plain: StructType, ask: Ask) -> Table:
    elements = [(e.name, e.is_optional, e.value_type) for e in plain.elements]

    def check(value: dict[Any, Any]) -> bool:
        matched = 0
        for name, is_optional, value_type in elements:
            if name in value:
                matched += 1
                if not ask(value_type, value[name]):
                    return False
            elif not is_optional:
                return False
        return matched == len(value)

    return {dict: check}


_RULES: dict[type[Type], Callable[[Any, Ask], Table]] = {
    AnyType: _always(*KINDS),
    UnitType: _always(*KINDS),
    UndefType: _always(UNDEF),
    DefaultType: _always(Default),
    ScalarType: _always(*_SCALAR),
    ScalarDataType: _always(*_SCALAR_DATA),
    NumericType: _always(int, float),
    IntegerType: _number(int),
    FloatType: _number(float),
    StringType: _string,
    EnumType: _enum,
    PatternType: _pattern,
    BooleanType: _boolean,
    CollectionType: _collection,
    ArrayType: _array,
    HashType: _hash,
    StructType: _struct,
}

# Types that take values of the KINDS only; these need not look at others.
DECIDED = frozenset(_RULES)
