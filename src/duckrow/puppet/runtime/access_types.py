"""Brackets after types: Integer[1, 10], Optional[String].

`types.access` makes the type. Here the number and the kinds of its parameters are checked first,
with the evaluator's messages.
"""

from __future__ import annotations

from duckrow.puppet.runtime.access import slice_binary
from duckrow.puppet.runtime.access_errors import (
    check_keys,
    check_size,
    not_a_type,
    wrong_count,
    wrong_count_of,
)
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.types.access.choices import is_callable
from duckrow.puppet.types.access.parameters import parameterize
from duckrow.puppet.types.access.parts import is_bound
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.choices import NOT_UNDEF as ANY_BUT_UNDEF
from duckrow.puppet.types.model.choices import NotUndefType, OptionalType, VariantType
from duckrow.puppet.types.model.collections import (
    ArrayType,
    CollectionType,
    HashType,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.numbers import FloatType, IntegerType
from duckrow.puppet.types.model.references import RUNTIME as ANY_RUNTIME
from duckrow.puppet.types.model.references import (
    ClassType,
    ResourceType,
    RuntimeType,
    TypeReferenceType,
)
from duckrow.puppet.types.model.rich_scalars import SemVerType, TimespanType, TimestampType, UriType
from duckrow.puppet.types.model.scalars import (
    BooleanType,
    EnumType,
    PatternType,
    RegexpType,
    StringType,
)
from duckrow.puppet.types.model.wrappers import (
    CallableType,
    InitType,
    IterableType,
    IteratorType,
    SensitiveType,
    TypeType,
)
from duckrow.puppet.types.objects.object_type import OBJECT as ANY_OBJECT
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TYPE_SET as ANY_TYPE_SET
from duckrow.puppet.types.objects.type_set import TypeSetType
from duckrow.puppet.values.default import DEFAULT
from duckrow.ruby.values.class_names import class_name
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from duckrow.puppet.runtime.scope import Scope

    # Returns the keys of the type, or the type itself.
    Check = Callable[[Any, list[Any]], list[Any] | Type]


def answer_of(kind: type) -> Callable[[Scope, Any, list[object]], object]:
    """Return the function that evaluates value[keys] for kinds other than string, array, hash."""
    if kind in _CHECKS:
        return _parameterized
    if kind is TypeReferenceType:
        return _unknown
    # Anything else is imported when a program first needs it: most only have plain types.
    if kind is ResourceType or kind is ClassType:
        from duckrow.puppet.runtime.access_references import access_class, access_resource

        return access_resource if kind is ResourceType else access_class
    from duckrow.puppet.values.binary import Binary

    return slice_binary if kind is Binary else _reject


def _parameterized(scope: Scope, type_: Any, keys: list[object]) -> Type:
    kind = type(type_)
    if kind not in _WITH_STRUCTURE:
        keys = flattened(keys)
    try:
        checked = _CHECKS[kind](type_, keys)
        if isinstance(checked, Type):
            return checked
        return parameterize(type_, checked, dialect=scope.build.settings.dialect)
    except EvaluationError:
        raise
    except DuckrowError as wrong:
        raise EvaluationError(str(wrong)) from None


def _reject(_scope: Scope, value: object, _keys: list[object]) -> NoReturn:
    from duckrow.puppet.runtime.arithmetic import operator_error

    raise operator_error("[]", value)


def _unknown(_scope: Scope, type_: TypeReferenceType, _keys: list[object]) -> NoReturn:
    raise EvaluationError(f"Resource type not found: {type_.type_string}", "unknown-resource-type")


def _number(name: str, kinds: tuple[type, ...], words: str) -> Check:
    def check(_type: Type, keys: list[object]) -> list[object]:
        if len(keys) not in (1, 2):
            raise EvaluationError(
                f"{name}-Type supports [] with one or two arguments (from, to). Got {len(keys)}",
                "bad-integer-slice-arity",
            )
        for index, key in enumerate(keys):
            if type(key) not in kinds and key is not DEFAULT:
                raise EvaluationError(
                    f"{name}-Type [] requires all arguments to be {words} (or default). "
                    f"Got {class_name(key)}",
                    "bad-integer-slice-type",
                    f"key{index}",
                )
        return keys

    return check


def _string(_type: StringType, keys: list[object]) -> list[Any]:
    if len(keys) not in (1, 2):
        raise EvaluationError(
            f"String supports [] with one or two arguments. Got {len(keys)}",
            "bad-string-slice-arity",
        )
    check_size(keys, 0)
    return keys


def _collection(_type: CollectionType, keys: list[object]) -> list[object]:
    if len(keys) not in (1, 2):
        raise wrong_count("Collection-Type", 1, 2, len(keys))
    check_size(keys, 0)
    return keys


def _array(_type: ArrayType, keys: list[object]) -> list[object]:
    if len(keys) not in (1, 2, 3):
        raise wrong_count("Array-Type", 1, 3, len(keys))
    if isinstance(keys[0], Type):
        check_size(keys, 1)
    elif len(keys) == 2:
        check_size(keys, 0)
    else:
        raise not_a_type("Array", keys[0])
    return keys


def _hash(_type: HashType, keys: list[object]) -> list[object]:
    if len(keys) == 2 and type(keys[0]) is int and type(keys[1]) is int:
        return keys
    for index, key in enumerate(keys[:2]):
        if not isinstance(key, Type):
            raise not_a_type("Hash", key, index)
    if len(keys) not in (2, 3, 4):
        raise wrong_count("Hash-Type", 2, 4, len(keys))
    if len(keys) == 4:
        check_size(keys, 2)
    elif len(keys) == 3 and not (is_bound(keys[2]) or isinstance(keys[2], IntegerType)):
        raise EvaluationError(f"comparison of {class_name(keys[2])} with Infinity failed")
    return keys


def _tuple(type_: TupleType, keys: list[object]) -> list[object]:
    first = len(keys) - _count_bounds(keys)
    if first < len(keys):
        parameterize(type_, [type_, *keys[first:]])  # bounds are checked first
    check_keys(type_, keys[:first], None, (Type,), "Any-Type")
    return keys


def _struct(type_: StructType, keys: list[Any]) -> list[object]:
    check_keys(type_, keys, 1, (dict,), "Hash")
    return [{key: _type_of(value) for key, value in keys[0].items()}]


def _callable(_type: CallableType, keys: list[object]) -> list[object]:
    if keys and type(keys[0]) is list and len(keys) != 2:
        raise wrong_count("A Callable-Type", 2, 2, len(keys))
    if keys and type(keys[0]) is list:
        return [_parameters(keys[0]), keys[1]]
    return _parameters(keys)


def _parameters(keys: list[object]) -> list[object]:
    """Return the parameters of a Callable: a value counts as its own type.

    Bounds for the number of arguments may follow at the end, before a block.
    """
    last = len(keys)
    if last and isinstance(keys[-1], Type) and is_callable(keys[-1]):
        last -= 1
    first = last - _count_bounds(keys[:last])
    return [_type_of(key) for key in keys[:first]] + keys[first:]


def _count_bounds(keys: list[object]) -> int:
    """Count the size bounds at the end; there are at most two."""
    count = 0
    for key in reversed(keys[-2:]):
        if not is_bound(key):
            break
        count += 1
    return count


def _type_of(key: object) -> Type:
    if isinstance(key, Type):
        return key
    if type(key) is str:  # the name of a Ruby class
        return parameterize(ANY_RUNTIME, ["ruby", key])
    from duckrow.puppet.types.infer import infer_generic

    return infer_generic(key)


def _times(type_: Type, keys: list[object]) -> list[object]:
    if len(keys) > 2:
        raise wrong_count_of(type_, 0, 2, len(keys))
    return keys


def _enum(type_: EnumType, keys: list[object]) -> list[object]:
    values = keys[:-1] if keys and type(keys[-1]) is bool else keys
    check_keys(type_, values, None, (str,), "String")
    return keys


def _regexp(type_: RegexpType, keys: list[object]) -> list[object]:
    if len(keys) != 1:
        part = "key1" if keys else ""
        raise wrong_count_of(type_, 1, 1, len(keys), part)
    from duckrow.regexp import RubyRegexp

    check_keys(type_, keys, 1, (str, RubyRegexp), "String or Regexp")
    return keys


def _uri(_type: UriType, keys: list[object]) -> list[object]:
    if len(keys) != 1:
        raise wrong_count("URI-Type", 1, 1, len(keys))
    if not _is_uri_parameter(keys[0]):
        raise not_a_type("URI", keys[0])
    return keys


def _is_uri_parameter(key: object) -> bool:
    from duckrow.puppet.types.instance import accepts

    return accepts(_uri_parameter(), key)


def _uri_parameter() -> Type:
    """Return the type of the parameter of URI[...]."""
    from duckrow.puppet.types.parse import parse_type

    text = "Variant[String[1], Regexp, Type[Pattern], Type[Enum], Type[NotUndef], Type[Undef]]"
    port = "Variant[Integer[0], Type[NotUndef], Type[Undef]]"
    names = "scheme userinfo host path query fragment opaque".split()
    parts = ", ".join(f"Optional[{name}] => {text}" for name in names)
    return parse_type(f"Variant[String[1], Struct[{{{parts}, Optional[port] => {port}}}]]")


def _one_type(name: str) -> Check:
    def check(_type: Type, keys: list[object]) -> list[object]:
        if len(keys) != 1:
            raise wrong_count(f"{name}-Type", 1, 1, len(keys))
        if not isinstance(keys[0], Type):
            raise not_a_type(name, keys[0])
        return keys

    return check


def _optional(_type: OptionalType, keys: list[object]) -> list[object]:
    if len(keys) != 1:
        raise wrong_count("Optional-Type", 1, 1, len(keys))
    if not isinstance(keys[0], Type | str):
        raise not_a_type("Optional", keys[0])
    return keys


def _not_undef(_type: NotUndefType, keys: list[object]) -> list[object] | Type:
    if len(keys) > 1:
        raise wrong_count("NotUndef-Type", 0, 1, len(keys))
    if keys and not isinstance(keys[0], Type | str):
        raise EvaluationError(
            f"NotUndef-Type[] argument must be a Type or a String. Got {class_name(keys[0])}",
            "bad-not-undef-slice-type",
            "key0",
        )
    return keys or ANY_BUT_UNDEF


def _init(_type: InitType, keys: list[object]) -> list[object]:
    if not keys or not isinstance(keys[0], Type):
        raise not_a_type("Init", keys[0] if keys else None)
    return keys


def _object(type_: ObjectType, keys: list[object]) -> list[object] | Type:
    if type_ is not ANY_OBJECT:
        return keys
    if len(keys) != 1:
        raise wrong_count("Object-Type", 1, 1, len(keys))
    return ANY_OBJECT if keys[0] in _NOTHING else keys


def _type_set(_type: TypeSetType, keys: list[object]) -> list[object] | Type:
    if len(keys) != 1:
        raise wrong_count("TypeSet-Type", 1, 1, len(keys))
    return ANY_TYPE_SET if keys[0] in _NOTHING else keys


_NOTHING: tuple[object, ...] = (None, "", {})


def _runtime(type_: RuntimeType, keys: list[object]) -> list[object]:
    if type_.runtime != "python" or type_.class_name is not None:
        check_keys(type_, keys, 2, (str,), "String or String", low=2)
    return keys


def _all_of(high: int | None, kinds: tuple[type, ...], names: str) -> Check:
    def check(type_: Type, keys: list[object]) -> list[object]:
        check_keys(type_, keys, high, kinds, names)
        return keys

    return check


def _pattern(type_: PatternType, keys: list[object]) -> list[object]:
    from duckrow.regexp import RubyRegexp

    kinds = (str, RubyRegexp, PatternType, RegexpType)
    check_keys(type_, keys, None, kinds, "String or Regexp or Pattern-Type or Regexp-Type")
    return keys


def _semver(type_: SemVerType, keys: list[object]) -> list[Any]:
    from duckrow.puppet.values.semver_range import SemVerRange

    check_keys(type_, keys, None, (str, SemVerRange), "String or SemanticPuppet::VersionRange")
    return keys


_WITH_STRUCTURE = frozenset((CallableType, StructType, InitType))

_CHECKS: dict[type, Check] = {
    IntegerType: _number("Integer", (int,), "integers"),
    FloatType: _number("Float", (int, float), "floats, or integers"),
    StringType: _string,
    CollectionType: _collection,
    ArrayType: _array,
    HashType: _hash,
    TupleType: _tuple,
    StructType: _struct,
    CallableType: _callable,
    BooleanType: _all_of(1, (bool,), "TrueClass or FalseClass"),
    EnumType: _enum,
    RegexpType: _regexp,
    PatternType: _pattern,
    VariantType: _all_of(None, (Type,), "Any-Type"),
    SemVerType: _semver,
    TimestampType: _times,
    TimespanType: _times,
    UriType: _uri,
    OptionalType: _optional,
    NotUndefType: _not_undef,
    SensitiveType: _one_type("Sensitive"),
    TypeType: _one_type("Type"),
    IterableType: _one_type("Iterable"),
    IteratorType: _one_type("Iterator"),
    InitType: _init,
    ObjectType: _object,
    TypeSetType: _type_set,
    RuntimeType: _runtime,
}
