"""Types with parameters: what stands between the brackets of Integer[1, 10].

One rule for each type, asked with the arguments as values: types, numbers, strings, default.
"""

from __future__ import annotations

from duckrow.puppet.types import any as any_
from duckrow.puppet.types import integer, string
from duckrow.puppet.types import unit as unit_
from duckrow.puppet.types.alias import unalias
from duckrow.puppet.types.array import ArrayType, array
from duckrow.puppet.types.assignable import accepts_undef
from duckrow.puppet.types.base import Type
from duckrow.puppet.types.boolean import FALSE, TRUE, BooleanType
from duckrow.puppet.types.callable import CallableType
from duckrow.puppet.types.check import check
from duckrow.puppet.types.class_ import ClassType
from duckrow.puppet.types.collection import CollectionType
from duckrow.puppet.types.dialect import PUPPET
from duckrow.puppet.types.enum import EnumType, enum
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.float import FloatType
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.hash import HashType, hash_
from duckrow.puppet.types.init import InitType
from duckrow.puppet.types.integer import IntegerType, descending
from duckrow.puppet.types.iterable import IterableType
from duckrow.puppet.types.iterator import IteratorType
from duckrow.puppet.types.not_undef import NotUndefType, not_undef
from duckrow.puppet.types.object import DEFAULT as ANY_OBJECT
from duckrow.puppet.types.object import ObjectType
from duckrow.puppet.types.object_make import object_from_hash
from duckrow.puppet.types.object_parameters import extend
from duckrow.puppet.types.optional import OptionalType
from duckrow.puppet.types.pattern import PatternType, pattern
from duckrow.puppet.types.regexp import RegexpType
from duckrow.puppet.types.resource import ResourceType
from duckrow.puppet.types.runtime import NAME as RUNTIME_NAME
from duckrow.puppet.types.runtime import RuntimeType
from duckrow.puppet.types.semver import SemVerType, semver_type
from duckrow.puppet.types.sensitive import SensitiveType
from duckrow.puppet.types.string import NOT_EMPTY_STRING, StringType
from duckrow.puppet.types.struct import StructElement, StructType
from duckrow.puppet.types.timespan import TimespanType
from duckrow.puppet.types.timestamp import TimestampType
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.type_ import TypeType
from duckrow.puppet.types.type_reference import TypeReferenceType
from duckrow.puppet.types.type_set import TypeSetType
from duckrow.puppet.types.type_set_make import type_set_from_hash
from duckrow.puppet.types.uri import UriType, of_uri
from duckrow.puppet.types.variant import VariantType, variant
from duckrow.puppet.types.written import capitalized, written
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.keys import from_key
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.puppet.values.uri import URI
from duckrow.regexp import RubyRegexp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.dialect import Dialect


def parameterize(
    type_: Type, arguments: list[Any], text: str = "", dialect: Dialect = PUPPET
) -> Type:
    """Make a type with parameters. `text` is how the expression was written, for messages."""
    rule = _RULES.get(type(type_))
    if dialect is not PUPPET and isinstance(type_, IntegerType):
        arguments = _draft_bounds(arguments, dialect)
        if _descends(arguments, dialect):
            return descending(arguments[1], arguments[0])
    if isinstance(type_, ResourceType) and type_.type_name is not None:
        _count(type_.type_name, arguments, "1", len(arguments) == 1)
        return ResourceType(type_.type_name, arguments[0])
    if isinstance(type_, ObjectType) and type_ is not ANY_OBJECT:
        return extend(type_, arguments)
    if isinstance(type_, RuntimeType) and type_.runtime is not None:
        _count("Python", arguments, "1", len(arguments) == 1)
        return _runtime([type_.runtime, *arguments])
    if rule is None:
        raise TypeSyntaxError(f"Not a parameterized type <{text.partition('[')[0]}>")
    try:
        return rule(arguments)
    except _NotATypeError:
        shown = text or type_.name
        raise TypeSyntaxError(
            f"The expression <{shown}> is not a valid type specification."
        ) from None


def _draft_bounds(bounds: list[Any], dialect: Dialect) -> list[Any]:
    if len(bounds) == 1 and type(bounds[0]) is int and dialect.one_bound_is_both:
        return [*bounds, *bounds]
    return bounds


def _descends(bounds: list[Any], dialect: Dialect) -> bool:
    are_numbers = len(bounds) == 2 and all(type(bound) is int for bound in bounds)
    return are_numbers and bounds[0] > bounds[1] and bool(dialect.ranges_may_descend)


class _NotATypeError(Exception):
    """An argument of the wrong kind."""


def _count(name: str, arguments: list[Any], wanted: str, is_right: bool) -> None:
    if not is_right:
        raise TypeSyntaxError(
            "Invalid number of type parameters specified: "
            f"{name} requires {wanted}, {len(arguments)} provided"
        )


def _type(value: Any) -> Type:
    if not isinstance(value, Type):
        raise _NotATypeError
    return value


def _ruby_class(value: Any) -> str:
    """Give the name that messages of the reference use for the kind of a value."""
    if isinstance(value, Type):
        return f"Puppet::Pops::Types::P{value.name}Type"
    if value is DEFAULT:
        return "Symbol"
    return _RUBY_CLASSES.get(type(value), type(value).__name__)


_RUBY_CLASSES = {
    int: "Integer",
    float: "Float",
    str: "String",
    list: "Array",
    dict: "Hash",
    type(None): "NilClass",
    RubyRegexp: "Regexp",
}


def _is_bound(value: Any) -> bool:
    return type(value) is int or value is DEFAULT or value == "default"


def _bound(value: Any) -> int | None:
    if not _is_bound(value):
        raise _NotATypeError
    return value if type(value) is int else None


def _integer_range(low: Any, high: Any) -> IntegerType:
    found = IntegerType(_bound(low), _bound(high))
    if found.low is not None and found.high is not None and found.low > found.high:
        raise TypeSyntaxError(
            f"'from' must be less or equal to 'to'. Got ({found.low}, {found.high}"
        )
    return found


def _size(arguments: list[Any]) -> IntegerType:
    """Read a size: one bound, two bounds, or an Integer type."""
    if len(arguments) == 1 and isinstance(arguments[0], IntegerType):
        found = arguments[0]
    else:
        found = _integer_range(arguments[0], arguments[1] if len(arguments) > 1 else DEFAULT)
    return integer.size(found.low, found.high)


def _integer(arguments: list[Any]) -> Type:
    _count("Integer", arguments, "1 or 2", len(arguments) in (1, 2))
    return _integer_range(arguments[0], arguments[1] if len(arguments) > 1 else DEFAULT)


def _float(arguments: list[Any]) -> Type:
    _count("Float", arguments, "1 or 2", len(arguments) in (1, 2))
    bounds = []
    for value in (*arguments, DEFAULT)[:2]:
        if value is not DEFAULT and type(value) not in (int, float):
            raise _NotATypeError
        bounds.append(None if value is DEFAULT else float(value))
    low, high = bounds
    if low is not None and high is not None and low > high:
        raise TypeSyntaxError(f"'from' must be less or equal to 'to'. Got ({low}, {high}")
    return FloatType(low, high)


def _string(arguments: list[Any]) -> Type:
    _count("String", arguments, "1 to 2", len(arguments) in (1, 2))
    return StringType(_size(arguments), None)


def _enum(arguments: list[Any]) -> Type:
    ignores_case = False
    if arguments and isinstance(arguments[-1], bool):
        *arguments, ignores_case = arguments
    _count("Enum", arguments, "1 or more", len(arguments) > 0)
    if not all(isinstance(value, str) for value in arguments):
        raise TypeSyntaxError("Enum parameters must be identifiers or strings")
    return enum(arguments, ignores_case)


def _pattern(arguments: list[Any]) -> Type:
    _count("Pattern", arguments, "1 or more", len(arguments) > 0)
    sources: list[str] = []
    for value in arguments:
        match value:
            case str():
                sources.append(RubyRegexp(value).source)
            case RubyRegexp():
                sources.append(value.source)
            case RegexpType():
                sources.append(value.pattern or "")
            case PatternType():
                sources += value.patterns
            case _:
                raise TypeSyntaxError(
                    "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: "
                    f"got '{_ruby_class(value)}"
                )
    return pattern(sources)


def _regexp(arguments: list[Any]) -> Type:
    _count("Regexp", arguments, "1", len(arguments) == 1)
    value = arguments[0]
    if not isinstance(value, str | RubyRegexp):
        raise _NotATypeError
    return RegexpType(value if isinstance(value, str) else value.source)


def _boolean(arguments: list[Any]) -> Type:
    _count("Boolean", arguments, "1", len(arguments) == 1)
    if not isinstance(arguments[0], bool):
        raise TypeSyntaxError("Boolean parameter must be true or false")
    return TRUE if arguments[0] else FALSE


def _collection(arguments: list[Any]) -> Type:
    _count("Collection", arguments, "1 to 2", len(arguments) in (1, 2))
    return CollectionType(_size(arguments))


def _array(arguments: list[Any]) -> Type:
    _count("Array", arguments, "1 to 3", len(arguments) in (1, 2, 3))
    if len(arguments) == 2 and not isinstance(arguments[0], Type):
        return array(None, _size(arguments))
    size = _size(arguments[1:]) if len(arguments) > 1 else None
    return array(_type(arguments[0]), size)


def _hash(arguments: list[Any]) -> Type:
    _count("Hash", arguments, "2 to 4", len(arguments) in (2, 3, 4))
    if len(arguments) == 2 and not isinstance(arguments[0], Type):
        return hash_(None, None, _size(arguments))
    size = _size(arguments[2:]) if len(arguments) > 2 else None
    return hash_(_type(arguments[0]), _type(arguments[1]), size)


def _sized(arguments: list[Any]) -> tuple[list[Any], IntegerType | None]:
    """Take a size off the end of a list of types."""
    if len(arguments) > 1 and _is_bound(arguments[-2]):
        return arguments[:-2], _size(arguments[-2:])
    if arguments and _is_bound(arguments[-1]):
        return arguments[:-1], _size(arguments[-1:])
    return arguments, None


def _tuple(arguments: list[Any]) -> Type:
    _count("Tuple", arguments, "1 or more", len(arguments) > 0)
    types, size = _sized(arguments)
    return TupleType(tuple(map(_type, types)), size)


def _struct(arguments: list[Any]) -> Type:
    _count("Struct", arguments, "1", len(arguments) == 1)
    if not isinstance(arguments[0], dict):
        raise _NotATypeError
    return StructType(tuple(_element(from_key(key), value) for key, value in arguments[0].items()))


def _element(key: Any, value: Any) -> StructElement:
    value_type = _type(value)
    if isinstance(key, str):
        if not key:
            raise TypeSyntaxError("Struct element key cannot be an empty String")
        # A key whose value may be undef may as well be missing.
        return StructElement(key, accepts_undef(value_type), value_type)
    name = key.type if isinstance(key, OptionalType | NotUndefType) else key
    match name:
        case StringType(_, str(text)) | EnumType((text,), _):
            return StructElement(text, isinstance(key, OptionalType), value_type)
    if isinstance(key, OptionalType | NotUndefType | StringType | EnumType):
        raise _NotATypeError
    raise TypeSyntaxError(
        "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. "
        f"Got: {_ruby_class(key)}"
    )


def _variant(arguments: list[Any]) -> Type:
    _count("Variant", arguments, "1 or more", len(arguments) > 0)
    return variant(map(_type, arguments))


def _type_or_text(value: Any) -> Type:
    return string.exactly(value) if isinstance(value, str) else _type(value)


def _optional(arguments: list[Any]) -> Type:
    _count("Optional", arguments, "1", len(arguments) == 1)
    return OptionalType(_type_or_text(arguments[0]))


def _not_undef(arguments: list[Any]) -> Type:
    _count("NotUndef", arguments, "0 to 1", len(arguments) == 1)
    return not_undef(_type_or_text(arguments[0]))


def _of_one_type(
    name: str, make: Callable[[Type], Type], wanted: str = "1"
) -> Callable[[list[Any]], Type]:
    def rule(arguments: list[Any]) -> Type:
        _count(name, arguments, wanted, len(arguments) == 1)
        return make(_type(arguments[0]))

    return rule


def _sensitive(type_: Type) -> Type:
    return SensitiveType(generalize(type_))


def _callable(arguments: list[Any]) -> Type:
    returns = None
    if len(arguments) > 1 and isinstance(arguments[0], list):
        wanted = "2 when first parameter is an array"
        _count("callable", arguments, wanted, len(arguments) == 2)
        arguments, returns = arguments[0], _type(arguments[1])
        if isinstance(returns, type(any_.DEFAULT)):
            returns = None
    block = None
    if arguments and isinstance(arguments[-1], Type) and is_callable(arguments[-1]):
        *arguments, block = arguments
    types, size = _sized(arguments)
    parameters = tuple(map(_type, types))
    if not parameters and size is not None and size.high != 0:
        parameters = (unit_.DEFAULT,)
    return CallableType(TupleType(parameters, size), block, returns)


def is_callable(type_: Type) -> bool:
    """Tell whether a type is a kind of Callable, perhaps an optional one."""
    type_ = unalias(type_)
    match type_:
        case CallableType():
            return True
        case OptionalType():
            return type_.type is not None and is_callable(type_.type)
        case VariantType():
            return all(map(is_callable, type_.types))
    return False


def _class(arguments: list[Any]) -> Type:
    _count("Class", arguments, "1", len(arguments) == 1)
    name = arguments[0]
    if not isinstance(name, str):
        shown = f"{written(name)}-Type" if isinstance(name, Type) else _ruby_class(name)
        raise TypeSyntaxError(
            "Illegal Class name in class reference. "
            f"A {shown} cannot be used where a String is expected"
        )
    return ClassType(name.removeprefix("::"))


def _resource(arguments: list[Any]) -> Type:
    _count("Resource", arguments, "1 or 2", len(arguments) in (1, 2))
    kind = arguments[0]
    match kind:
        case ResourceType():
            name = kind.type_name
        case TypeReferenceType():
            name = kind.type_string
        case str():
            name = capitalized(kind)
            if not _is_type_name(name):
                raise TypeSyntaxError(f"Illegal type name '{name}'")
        case _:
            raise TypeSyntaxError(f"The type name cannot be a {_ruby_class(kind)}")
    return ResourceType(name, arguments[1] if len(arguments) > 1 else None)


def _is_type_name(name: str) -> bool:
    segments = name.removeprefix("::").split("::")
    return all(
        segment[:1].isupper() and segment.replace("_", "a").isalnum() for segment in segments
    )


def _runtime(arguments: list[Any]) -> Type:
    _count("Runtime", arguments, "2", len(arguments) == 2)
    platform, name = arguments
    check("Runtime 'runtime'", NOT_EMPTY_STRING, platform)
    check("Runtime 'name_or_pattern'", RUNTIME_NAME, name, undef_ok=True)
    if isinstance(name, list):
        source, replacement = name
        return RuntimeType(platform, (source.source, replacement))
    return RuntimeType(platform, name)


def _semver(arguments: list[Any]) -> Type:
    _count("SemVer", arguments, "1 or more", len(arguments) > 0)
    return semver_type(
        value if isinstance(value, SemVerRange) else SemVerRange.parse(_text(value))
        for value in arguments
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _NotATypeError
    return value


def _timestamp(arguments: list[Any]) -> Type:
    _count("Timestamp", arguments, "0 to 2", len(arguments) <= 2)
    return TimestampType(*_times(arguments, Timestamp))


def _timespan(arguments: list[Any]) -> Type:
    _count("Timespan", arguments, "0 to 2", len(arguments) <= 2)
    return TimespanType(*_times(arguments, Timespan))


def _times(arguments: list[Any], kind: type[Timestamp | Timespan]) -> list[Any]:
    bounds: list[Any] = []
    for value in (*arguments, DEFAULT, DEFAULT)[:2]:
        match value:
            case str():
                bounds.append(kind.parse(value))
            case int() | float():
                bounds.append(kind(int(value * 1_000_000_000)))
            case _:
                bounds.append(None if value is DEFAULT else value)
    low, high = bounds
    if low is not None and high is not None and low > high:
        raise TypeSyntaxError(f"'from' must be less or equal to 'to'. Got ({low}, {high}")
    return bounds


def _uri(arguments: list[Any]) -> Type:
    _count("URI", arguments, "1", len(arguments) == 1)
    match arguments[0]:
        case str(text):
            return of_uri(URI.parse(text))
        case dict(parts):
            return UriType(tuple(parts.items()) or None)
    raise _NotATypeError


def _object(arguments: list[Any]) -> Type:
    _count("Object", arguments, "1", len(arguments) == 1)
    return object_from_hash(arguments[0])


def _type_set(arguments: list[Any]) -> Type:
    _count("Object", arguments, "1", len(arguments) == 1)  # the reference's own slip
    return type_set_from_hash(arguments[0])


def _init(arguments: list[Any]) -> Type:
    return InitType(_type(arguments[0]), tuple(arguments[1:]))


_RULES: dict[type[Type], Callable[[list[Any]], Type]] = {
    IntegerType: _integer,
    FloatType: _float,
    StringType: _string,
    EnumType: _enum,
    PatternType: _pattern,
    RegexpType: _regexp,
    BooleanType: _boolean,
    CollectionType: _collection,
    ArrayType: _array,
    HashType: _hash,
    TupleType: _tuple,
    StructType: _struct,
    VariantType: _variant,
    OptionalType: _optional,
    NotUndefType: _not_undef,
    IterableType: _of_one_type("Iterable", IterableType),
    IteratorType: _of_one_type("Iterator", IteratorType),
    TypeType: _of_one_type("Type", TypeType),
    SensitiveType: _of_one_type("Sensitive", _sensitive, "0 to 1"),
    CallableType: _callable,
    ClassType: _class,
    ResourceType: _resource,
    RuntimeType: _runtime,
    SemVerType: _semver,
    TimestampType: _timestamp,
    TimespanType: _timespan,
    UriType: _uri,
    InitType: _init,
    ObjectType: _object,
    TypeSetType: _type_set,
}
