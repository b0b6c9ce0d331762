"""The type of a value.

infer(value)            sizes and ranges kept; an array or hash has one type for all its elements
infer_detailed(value)   arrays become tuples, and hashes with string keys structs
infer_generic(value)    without sizes, ranges and particular values
"""

from __future__ import annotations

from duckrow.puppet.types import array, binary, default, hash, semver, semver_range, string, undef
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.base import Type
from duckrow.puppet.types.boolean import FALSE, TRUE
from duckrow.puppet.types.common import reduce_types
from duckrow.puppet.types.enum import enum
from duckrow.puppet.types.float import FloatType
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.integer import IntegerType, exactly
from duckrow.puppet.types.object_builtin import DEFERRED
from duckrow.puppet.types.regexp import RegexpType
from duckrow.puppet.types.runtime import RuntimeType
from duckrow.puppet.types.semver import SemVerType
from duckrow.puppet.types.sensitive import SensitiveType
from duckrow.puppet.types.struct import StructElement, StructType
from duckrow.puppet.types.timespan import TimespanType
from duckrow.puppet.types.timestamp import TimestampType
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.type_ import TypeType
from duckrow.puppet.types.uri import of_uri
from duckrow.puppet.types.variant import variant
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.keys import from_key
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.puppet.values.uri import URI
from duckrow.regexp import RubyRegexp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def infer(value: object) -> Type:
    """Give the narrowest type of a value that has one element type for each collection."""
    if type(value) is str:
        return _STRINGS.get(value) or _of_string(value)
    rule = _RULES.get(type(value))
    return _of_object(value) if rule is None else rule(value)


# The types of the strings met last: the same few words make up most of a catalog.
_STRINGS: dict[str, Type] = {}
_REMEMBERED = 1024


def _of_string(value: str) -> Type:
    if len(_STRINGS) >= _REMEMBERED:
        _STRINGS.clear()
    made = _STRINGS[value] = string.exactly(value)
    return made


def infer_generic(value: object) -> Type:
    """Give the type of a value without sizes, ranges and particular values."""
    return generalize(infer(value))


def infer_detailed(value: object) -> Type:
    """Give the type of a value with a type for every element and every key."""
    match value:
        case list():
            if not value:
                return array.EMPTY
            return TupleType(tuple(map(infer_detailed, value)), None)
        case dict():
            return _detailed_hash(value)
        case SemVer():
            return SemVerType((SemVerRange.exactly(value),))
    return infer(value)


def _detailed_hash(value: dict[Any, Any]) -> Type:
    if not value:
        return hash.EMPTY
    if all(isinstance(key, str) and key for key in value):
        return StructType(
            tuple(StructElement(key, False, infer_detailed(item)) for key, item in value.items())
        )
    keys = variant(infer_detailed(from_key(key)) for key in value)
    values = variant(infer_detailed(item) for item in value.values())
    return HashType(keys, values, exactly(len(value)))


def _of_list(value: list[Any]) -> Type:
    if not value:
        return array.EMPTY
    return ArrayType(_reduced(value), exactly(len(value)))


def _of_dict(value: dict[Any, Any]) -> Type:
    if not value:
        return hash.EMPTY
    keys = _reduced([from_key(key) for key in value])
    return HashType(keys, _reduced(list(value.values())), exactly(len(value)))


def _reduced(values: list[Any]) -> Type:
    """Give the common type of some values; for strings and for numbers it is known at once."""
    kinds = set(map(type, values))
    if len(kinds) == 1:
        kind = kinds.pop()
        if kind is str:
            distinct = set(values)
            return enum(distinct) if len(distinct) > 1 else infer(values[0])
        if kind is int:
            return IntegerType(min(values), max(values))
    return reduce_types(map(infer, values)) or undef.DEFAULT


def _of_object(value: object) -> Type:
    if isinstance(value, Type):
        return TypeType(value)
    type_ = getattr(value, "puppet_type", None)
    if isinstance(type_, Type):
        return type_
    cls = type(value)
    return RuntimeType("python", f"{cls.__module__}.{cls.__qualname__}")


_RULES: dict[type, Callable[[Any], Type]] = {
    str: _of_string,
    int: exactly,
    float: lambda value: FloatType(value, value),
    bool: lambda value: TRUE if value else FALSE,
    type(None): lambda _value: undef.DEFAULT,
    list: _of_list,
    dict: _of_dict,
    Default: lambda _value: default.DEFAULT,
    Deferred: lambda _value: DEFERRED,
    RubyRegexp: lambda value: RegexpType(value.source),
    Sensitive: lambda value: SensitiveType(generalize(infer(value.unwrap()))),
    Binary: lambda _value: binary.DEFAULT,
    SemVer: lambda _value: semver.DEFAULT,
    SemVerRange: lambda _value: semver_range.DEFAULT,
    Timestamp: lambda value: TimestampType(value, value),
    Timespan: lambda value: TimespanType(value, value),
    URI: of_uri,
}
