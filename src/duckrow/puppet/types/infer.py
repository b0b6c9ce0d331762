"""The type of a value.

infer(value)            sizes and ranges kept; an array or hash has one type for all its elements
infer_each(values)      the same of many values at once
infer_detailed(value)   arrays become tuples, and hashes with string keys structs
infer_generic(value)    without sizes, ranges and particular values
"""

from __future__ import annotations

from duckrow.puppet.types.common import reduce_types
from duckrow.puppet.types.data import DATA
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import DEFAULT_TYPE, UNDEF
from duckrow.puppet.types.model.choices import variant_type
from duckrow.puppet.types.model.collections import (
    EMPTY_ARRAY,
    EMPTY_HASH,
    ArrayType,
    HashType,
    StructElement,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.numbers import NUMERIC, FloatType, IntegerType, exact_integer
from duckrow.puppet.types.model.references import RuntimeType
from duckrow.puppet.types.model.rich_scalars import (
    BINARY,
    SEMVER,
    SEMVER_RANGE,
    SemVerType,
    TimespanType,
    TimestampType,
    uri_type,
)
from duckrow.puppet.types.model.scalars import (
    FALSE,
    SCALAR_DATA,
    TRUE,
    EnumType,
    RegexpType,
    StringType,
)
from duckrow.puppet.types.model.wrappers import SensitiveType, TypeType
from duckrow.puppet.types.objects.builtin import DEFERRED
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any


_UNDEF = type(None)
_NUMBERS = frozenset((int, float))
_SCALARS = frozenset((str, int, float, bool))
_JUST_STRINGS = frozenset((str,))


def infer(value: object) -> Type:
    """Return the narrowest type of a value that has one element type for each collection."""
    if value is None:
        return _NOTHING
    if type(value) is str:
        try:
            return _STRINGS[value]
        except KeyError:
            return _of_string(value)
    try:
        rule = _RULES[type(value)]
    except KeyError:
        return _of_object(value)
    return rule(value)


def infer_each(values: Iterable[object]) -> list[Type]:
    """Return the inferred type of each of many values."""
    values = values if type(values) is list else list(values)
    try:
        return _of_known(values)
    except KeyError:
        pass  # a string not seen before, an object, or a signed zero
    try:
        _meet(values)
        return _of_known(values)
    except KeyError:
        return list(map(infer, values))


def _meet(values: list[Any]) -> None:
    """Remember the strings and numbers among some values, if they are not too many or too long."""
    strings = {v for v in values if type(v) is str}
    numbers = {v for v in values if type(v) is int}
    if max(len(strings), len(numbers)) > _REMEMBERED or max(map(len, strings), default=0) > _LONG:
        raise KeyError
    for value in _unknown(strings, _STRINGS):
        _STRINGS[value] = StringType(None, value)
    for value in _unknown(numbers, _INTEGERS):
        _INTEGERS[value] = exact_integer(value)


def _unknown(values: set[Any], known: dict[Any, Type]) -> set[Any]:
    """Return the values that are not known; all of them, if there is no room for more."""
    new = {each for each in values if each not in known}  # other threads may add meanwhile
    if len(new) + len(known) <= _REMEMBERED:
        return new
    known.clear()
    return values


# The types of strings and numbers met last, and of short rows of such strings: in lists, and
# as keys.
_STRINGS: dict[str, Type] = {}
_INTEGERS: dict[int, Type] = {}
_LISTS: dict[tuple[str, ...], ArrayType] = {}


def _of_string(value: str) -> Type:
    made = StringType(None, value)
    if len(value) <= _LONG:
        if len(_STRINGS) >= _REMEMBERED:
            _STRINGS.clear()
        _STRINGS[value] = made
    return made


def _of_list_of_strings(key: tuple[str, ...]) -> ArrayType:
    made = ArrayType(_of_strings(key), exact_integer(len(key)))
    if len(key) <= _SHORT_LIST and sum(map(len, key)) <= _LONG:
        if len(_LISTS) >= _REMEMBERED:
            _LISTS.clear()
        _LISTS[key] = made
    return made


def _of_integer(value: int) -> Type:
    made = _INTEGERS.get(value)
    if made is None:
        if len(_INTEGERS) >= _REMEMBERED:
            _INTEGERS.clear()
        made = _INTEGERS[value] = exact_integer(value)
    return made


def forget_inferred() -> None:
    """Clear the cache of types of strings and numbers; for measurements."""
    _STRINGS.clear()
    _LISTS.clear()
    _INTEGERS.clear()


_REMEMBERED = 2048
_LONG = 1024
_SHORT_LIST = 32


def infer_generic(value: object) -> Type:
    """Return the type of a value without sizes, ranges and particular values."""
    return generalize(infer(value))


def infer_detailed(value: object) -> Type:
    """Return the type of a value with a type for every element and every key."""
    match value:
        case list():
            if not value:
                return EMPTY_ARRAY
            return TupleType(tuple(map(infer_detailed, value)), None)
        case dict():
            return _detailed_hash(value)
        case SemVer():
            return SemVerType((SemVerRange.exactly(value),))
    return infer(value)


def _detailed_hash(value: dict[Any, Any]) -> Type:
    if not value:
        return EMPTY_HASH
    if all(isinstance(key, str) and key for key in value):
        return StructType(
            tuple(StructElement(key, False, infer_detailed(item)) for key, item in value.items())
        )
    keys = variant_type(infer_detailed(from_key(key)) for key in value)
    values = variant_type(infer_detailed(item) for item in value.values())
    return HashType(keys, values, exact_integer(len(value)))


def _of_list(value: list[Any]) -> Type:
    if not value:
        return EMPTY_ARRAY
    if type(value[0]) is str and len(value) <= _SHORT_LIST:
        try:
            return _LISTS[tuple(value)]  # only strings are equal to strings
        except (KeyError, TypeError):
            pass  # not seen before, or it contains a list
    if _JUST_STRINGS.issuperset(map(type, value)):
        return _of_list_of_strings(tuple(value))
    return ArrayType(_reduced(value), exact_integer(len(value)))


def _of_hash(value: dict[Any, Any]) -> Type:
    if not value:
        return EMPTY_HASH
    names = tuple(value)
    keys: Type
    try:
        keys = _LISTS[names].element
    except KeyError:
        if _JUST_STRINGS.issuperset(map(type, names)):
            keys = _of_list_of_strings(names).element
        else:
            # Only keys that Python would confuse are wrapped, and a string never is.
            keys = _reduced(list(map(from_key, names)))
    return HashType(keys, _reduced(list(value.values())), exact_integer(len(names)))


def _of_strings(values: Collection[str]) -> Type:
    distinct = set(values)
    if len(distinct) == 1:
        return infer(distinct.pop())
    return EnumType(tuple(sorted(distinct)), False)


def _reduced(values: list[Any]) -> Type:
    """Return the common type of some values, of which there is at least one.

    It is that of all their types taken one after the other. Where the kinds of values settle it,
    no type is made for them: undef vanishes, scalars of several kinds are ScalarData whatever they
    are, and scalars beside collections are Data if the collections are.
    """
    if len(values) == 1:
        return infer(values[0])
    kinds = set(map(type, values))
    if kinds == _JUST_STRINGS:
        row = tuple(values)
        return (_LISTS.get(row) or _of_list_of_strings(row)).element
    if _UNDEF in kinds:
        kinds.remove(_UNDEF)
        values = [value for value in values if value is not None]
    if len(kinds) == 1:
        kind = kinds.pop()
        if kind is str:
            return _of_strings(values)
        if kind is int:
            return IntegerType(min(values), max(values))
    elif kinds <= _SCALARS:
        if not kinds:
            return UNDEF
        return NUMERIC if kinds == _NUMBERS else SCALAR_DATA
    elif all(map(_is_data, values)):
        return DATA
    return reduce_types(infer_each(values)) or UNDEF


def _is_data(value: Any) -> bool:
    """Return whether a value is of the type Data."""
    kind = type(value)
    if kind is list:
        return all(map(_is_data, value))
    if kind is dict:
        return set(map(type, value)) <= _JUST_STRINGS and all(map(_is_data, value.values()))
    return kind in _SCALARS or value is None


def _of_object(value: object) -> Type:
    if isinstance(value, Type):
        return TypeType(value)
    type_ = getattr(value, "puppet_type", None)
    if isinstance(type_, Type):
        return type_
    cls = type(value)
    return RuntimeType("python", f"{cls.__module__}.{cls.__qualname__}")


# The function that infers the type of a value, by its class.
_RULES: dict[type, Callable[[Any], Type]] = {
    int: _of_integer,
    bool: {True: TRUE, False: FALSE}.__getitem__,
    list: _of_list,
    dict: _of_hash,
    float: lambda value: FloatType(value, value),
    type(None): lambda _value: UNDEF,
    Default: lambda _value: DEFAULT_TYPE,
    Deferred: lambda _value: DEFERRED,
    RubyRegexp: lambda value: RegexpType(value.source),
    Sensitive: lambda value: SensitiveType(generalize(infer(value.unwrap()))),
    Binary: lambda _value: BINARY,
    SemVer: lambda _value: SEMVER,
    SemVerRange: lambda _value: SEMVER_RANGE,
    Timestamp: lambda value: TimestampType(value, value),
    Timespan: lambda value: TimespanType(value, value),
    URI: uri_type,
}
_NOTHING = UNDEF
_EMPTY_BY_KIND: dict[type, Type] = {
    str: StringType(None, ""),
    int: exact_integer(0),
    list: EMPTY_ARRAY,
    dict: EMPTY_HASH,
}


def _reader_of_known() -> Callable[[list[Any]], list[Type]]:
    """Make the function that returns the types of known values; others raise a KeyError.

    Most values in a catalog are undef, a boolean, or a string that occurred before. Names in a
    closure are faster than globals, which matters here.
    """
    kind_of, text, number, true, false = type, str, int, TRUE, FALSE
    strings, integers, rules = _STRINGS, _INTEGERS, _RULES
    nothing, empty = _NOTHING, _EMPTY_BY_KIND

    def read(values: list[Any]) -> list[Type]:
        return [
            (
                strings[v]
                if kind_of(v) is text
                else true
                if v is True
                else integers[v]
                if kind_of(v) is number
                else rules[kind_of(v)](v)
            )
            if v
            else (nothing if v is None else false if v is False else empty[kind_of(v)])
            for v in values
        ]

    return read


_of_known = _reader_of_known()
