"""Types as plain data: the reference's name of each type, and its parts by name.

Missing parts at the end have their defaults. The parts are in the order of the reference.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import ANY, AnyType, DefaultType, UndefType, UnitType
from duckrow.puppet.types.model.choices import NotUndefType, OptionalType, VariantType
from duckrow.puppet.types.model.collections import (
    ARRAY,
    COLLECTION,
    TUPLE,
    ArrayType,
    CollectionType,
    HashType,
    StructElement,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.numbers import INTEGER, NUMERIC, FloatType, IntegerType, NumericType
from duckrow.puppet.types.model.references import (
    RUNTIME_NAME,
    CatalogEntryType,
    ClassType,
    ResourceType,
    RuntimeType,
    TypeReferenceType,
)
from duckrow.puppet.types.model.rich_scalars import (
    SEMVER_RANGE,
    TIMESPAN,
    TIMESTAMP,
    BinaryType,
    SemVerRangeType,
    SemVerType,
    TimespanType,
    TimestampType,
    UriType,
)
from duckrow.puppet.types.model.scalars import (
    BOOLEAN,
    REGEXP,
    STRING,
    BooleanType,
    EnumType,
    PatternType,
    RegexpType,
    ScalarDataType,
    ScalarType,
    StringType,
    enum_type,
    exact_string,
    pattern_type,
)
from duckrow.puppet.types.model.wrappers import (
    SENSITIVE,
    CallableType,
    InitType,
    IterableType,
    IteratorType,
    SensitiveType,
    TypeType,
)
from duckrow.puppet.types.model.wrappers import TYPE as ANY_TYPE
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.init_hash import init_hash
from duckrow.puppet.types.objects.object_type import OBJECT, ObjectType
from duckrow.puppet.types.objects.parameters import extend
from duckrow.puppet.types.objects.type_set import TypeSetType
from duckrow.puppet.types.objects.type_set_text import init_hash as set_init_hash
from duckrow.regexp import RubyRegexp
from duckrow.source.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    # Name, value, and default; NEEDED marks a required part.
    Part = tuple[str, Any, Any]

NEEDED = object()
ALIAS = "Pcore::TypeAliasType"
OBJECT_NAME = "Pcore::ObjectType"
TYPE_SET = "Pcore::TypeSetType"
DESCRIBED = "_pcore_init_hash"

_OPTIONAL_TYPE = OptionalType(ANY_TYPE)
_OPTIONAL_STRING = OptionalType(STRING)
_FLAG = OptionalType(BOOLEAN)
_INTEGER_TYPE = TypeType(INTEGER)
_OPTIONAL_SIZE = OptionalType(_INTEGER_TYPE)
_TYPES = ArrayType(ANY_TYPE, None)
# The language has no name for the type of a Struct's element: use our class.
_ELEMENT = RuntimeType("python", f"{StructElement.__module__}.{StructElement.__qualname__}")


@frozen
class Form:
    """The stored form of a type, and how to create the type from its parts by name."""

    name: str
    wanted: Mapping[str, Type]
    parts: Callable[[Any], list[Part]]
    make: Callable[[dict[str, Any]], Any]


def form_of(value: object) -> Form:
    """Return the form of a type, or of an element of a Struct."""
    return FORMS[type(value)]


def stored_parts(value: object) -> dict[str, object]:
    """Return the parts of a type that are stored: all up to the last that is not a default."""
    parts = form_of(value).parts(value)
    while parts and parts[-1][2] is not NEEDED and _is_default(parts[-1]):
        parts.pop()
    return {name: part for name, part, _default in parts}


def _is_default(part: Part) -> bool:
    _name, value, default = part
    return type(value) is type(default) and bool(value == default)


def _plain(name: str, type_: Type) -> Form:
    return Form(name, {}, lambda _type: [], lambda _parts: type_)


def _ranged(name: str, bound: Type, make: Callable[[Any, Any], Type]) -> Form:
    return Form(
        name,
        {"from": OptionalType(bound), "to": OptionalType(bound)},
        lambda t: [("from", t.low, None), ("to", t.high, None)],
        lambda p: make(p.get("from"), p.get("to")),
    )


def _containing(name: str, make: Callable[[Any], Type]) -> Form:
    return Form(
        name,
        {"type": _OPTIONAL_TYPE},
        lambda t: [("type", t.type, None)],
        lambda p: make(p.get("type")),
    )


def _string(type_: StringType) -> list[Part]:
    given = type_.size if type_.value is None else type_.value
    return [("size_type_or_value", given, None)]


def _make_string(parts: dict[str, Any]) -> Type:
    given = parts.get("size_type_or_value")
    return exact_string(given) if isinstance(given, str) else StringType(given, None)


def _element(element: StructElement) -> list[Part]:
    key: Type = exact_string(element.name)
    if element.is_optional:
        key = OptionalType(key)
    return [("key_type", key, NEEDED), ("value_type", element.value_type, NEEDED)]


def _make_element(parts: dict[str, Any]) -> StructElement:
    key = parts["key_type"]
    is_optional = isinstance(key, OptionalType)
    if isinstance(key, OptionalType | NotUndefType):
        key = key.type
    return StructElement(key.value, is_optional, parts["value_type"])


def _callable(type_: CallableType) -> list[Part]:
    return [
        ("param_types", type_.parameters, None),
        ("block_type", type_.block, None),
        ("return_type", type_.returns, ANY),
    ]


def _runtime(type_: RuntimeType) -> list[Part]:
    name: Any = type_.class_name
    if isinstance(name, tuple):
        name = [RubyRegexp(name[0]), name[1]]
    runtime = None if type_.runtime is None else Symbol(type_.runtime)
    return [("runtime", runtime, None), ("name_or_pattern", name, None)]


def _make_runtime(parts: dict[str, Any]) -> Type:
    runtime, name = parts.get("runtime"), parts.get("name_or_pattern")
    if isinstance(name, list):
        name = (name[0].source, name[1])
    return RuntimeType(None if runtime is None else str(runtime), name)


def _extension(type_: ObjectExtensionType) -> list[Part]:
    return [("base_type", type_.base, NEEDED), ("init_parameters", type_.arguments(), NEEDED)]


def _make_extension(parts: dict[str, Any]) -> Type:
    given = parts["init_parameters"]
    return extend(parts["base_type"], given if isinstance(given, list) else [given])


def _alias(type_: AliasType) -> list[Part]:
    return [
        ("name", type_.alias, NEEDED),
        ("type_expr", None, NEEDED),
        ("resolved_type", type_.resolved, None),
    ]


def _never(_parts: dict[str, object]) -> Type:
    raise AssertionError("made while its parts are read, since they may mention it")


FORMS: dict[type, Form] = {
    AnyType: _plain("Pcore::AnyType", ANY),
    UnitType: _plain("Pcore::UnitType", UnitType()),
    UndefType: _plain("Pcore::UndefType", UndefType()),
    DefaultType: _plain("Pcore::DefaultType", DefaultType()),
    ScalarType: _plain("Pcore::ScalarType", ScalarType()),
    ScalarDataType: _plain("Pcore::ScalarDataType", ScalarDataType()),
    NumericType: _plain("Pcore::NumericType", NumericType()),
    BinaryType: _plain("Pcore::BinaryType", BinaryType()),
    SemVerRangeType: _plain("Pcore::SemVerRangeType", SemVerRangeType()),
    CatalogEntryType: _plain("Pcore::CatalogEntryType", CatalogEntryType()),
    BooleanType: _plain("Pcore::BooleanType", BOOLEAN),
    SensitiveType: _plain("Pcore::SensitiveType", SENSITIVE),
    IntegerType: _ranged("Pcore::IntegerType", INTEGER, IntegerType),
    FloatType: _ranged("Pcore::FloatType", NUMERIC, FloatType),
    TimestampType: _ranged("Pcore::TimestampType", TIMESTAMP, TimestampType),
    TimespanType: _ranged("Pcore::TimespanType", TIMESPAN, TimespanType),
    OptionalType: _containing("Pcore::OptionalType", OptionalType),
    NotUndefType: _containing("Pcore::NotUndefType", NotUndefType),
    IterableType: _containing("Pcore::IterableType", IterableType),
    IteratorType: _containing("Pcore::IteratorType", IteratorType),
    TypeType: _containing("Pcore::TypeType", TypeType),
    StringType: Form(
        "Pcore::StringType",
        {"size_type_or_value": OptionalType(VariantType((STRING, _INTEGER_TYPE)))},
        _string,
        _make_string,
    ),
    EnumType: Form(
        "Pcore::EnumType",
        {"values": ArrayType(STRING, None), "case_insensitive": _FLAG},
        lambda t: [
            ("values", list(t.values), NEEDED),
            ("case_insensitive", t.ignores_case, False),
        ],
        lambda p: enum_type(p["values"], p.get("case_insensitive", False)),
    ),
    PatternType: Form(
        "Pcore::PatternType",
        {"patterns": ArrayType(TypeType(REGEXP), None)},
        lambda t: [("patterns", [RegexpType(source) for source in t.patterns], NEEDED)],
        lambda p: pattern_type(known.pattern or "" for known in p["patterns"]),
    ),
    RegexpType: Form(
        "Pcore::RegexpType",
        {"pattern": _OPTIONAL_STRING},
        lambda t: [("pattern", t.pattern, None)],
        lambda p: RegexpType(p.get("pattern")),
    ),
    CollectionType: Form(
        "Pcore::CollectionType",
        {"size_type": _OPTIONAL_SIZE},
        lambda t: [("size_type", t.size, None)],
        lambda p: CollectionType(p.get("size_type")),
    ),
    ArrayType: Form(
        "Pcore::ArrayType",
        {"element_type": _OPTIONAL_TYPE, "size_type": _OPTIONAL_SIZE},
        lambda t: [("element_type", t.element, ANY), ("size_type", t.size, None)],
        lambda p: ArrayType(p.get("element_type", ANY), p.get("size_type")),
    ),
    HashType: Form(
        "Pcore::HashType",
        {
            "key_type": _OPTIONAL_TYPE,
            "value_type": _OPTIONAL_TYPE,
            "size_type": _OPTIONAL_SIZE,
        },
        lambda t: [
            ("key_type", t.key_type, ANY),
            ("value_type", t.value_type, ANY),
            ("size_type", t.size, None),
        ],
        lambda p: HashType(p.get("key_type", ANY), p.get("value_type", ANY), p.get("size_type")),
    ),
    TupleType: Form(
        "Pcore::TupleType",
        {"types": _TYPES, "size_type": _OPTIONAL_SIZE},
        lambda t: [("types", list(t.types), NEEDED), ("size_type", t.size, None)],
        lambda p: TupleType(tuple(p["types"]), p.get("size_type")),
    ),
    StructType: Form(
        "Pcore::StructType",
        {"elements": ArrayType(_ELEMENT, None)},
        lambda t: [("elements", list(t.elements), NEEDED)],
        lambda p: StructType(tuple(p["elements"])),
    ),
    StructElement: Form(
        "Pcore::StructElement",
        {"key_type": ANY_TYPE, "value_type": ANY_TYPE},
        _element,
        _make_element,
    ),
    VariantType: Form(
        "Pcore::VariantType",
        {"types": _TYPES},
        lambda t: [("types", list(t.types), NEEDED)],
        lambda p: VariantType(tuple(p["types"])),
    ),
    CallableType: Form(
        "Pcore::CallableType",
        {
            "param_types": OptionalType(TypeType(TUPLE)),
            "block_type": _OPTIONAL_TYPE,
            "return_type": _OPTIONAL_TYPE,
        },
        _callable,
        lambda p: CallableType(p.get("param_types"), p.get("block_type"), p.get("return_type")),
    ),
    ClassType: Form(
        "Pcore::ClassType",
        {"class_name": _OPTIONAL_STRING},
        lambda t: [("class_name", t.class_name, None)],
        lambda p: ClassType(p.get("class_name")),
    ),
    ResourceType: Form(
        "Pcore::ResourceType",
        {"type_name": _OPTIONAL_STRING, "title": _OPTIONAL_STRING},
        lambda t: [("type_name", t.type_name, None), ("title", t.title, None)],
        lambda p: ResourceType(p.get("type_name"), p.get("title")),
    ),
    TypeReferenceType: Form(
        "Pcore::TypeReferenceType",
        {"type_string": STRING},
        lambda t: [("type_string", t.type_string, NEEDED)],
        lambda p: TypeReferenceType(p["type_string"]),
    ),
    InitType: Form(
        "Pcore::InitType",
        {"type": _OPTIONAL_TYPE, "init_args": OptionalType(ARRAY)},
        lambda t: [("type", t.type, None), ("init_args", list(t.arguments), [])],
        lambda p: InitType(p.get("type"), tuple(p.get("init_args") or ())),
    ),
    RuntimeType: Form(
        "Pcore::RuntimeType",
        {"runtime": ANY, "name_or_pattern": OptionalType(RUNTIME_NAME)},
        _runtime,
        _make_runtime,
    ),
    SemVerType: Form(
        "Pcore::SemVerType",
        {"ranges": OptionalType(ArrayType(SEMVER_RANGE, None))},
        lambda t: [("ranges", list(t.ranges), [])],
        lambda p: SemVerType(tuple(p.get("ranges") or ())),
    ),
    UriType: Form(
        "Pcore::URIType",
        {"parameters": OptionalType(HashType(STRING, ANY, None))},
        lambda t: [("parameters", None if t.parts is None else dict(t.parts), None)],
        lambda p: UriType(tuple(p["parameters"].items()) if p.get("parameters") else None),
    ),
    AliasType: Form(ALIAS, {}, _alias, _never),
    ObjectType: Form(OBJECT_NAME, {}, lambda t: [(DESCRIBED, init_hash(t), NEEDED)], _never),
    ObjectExtensionType: Form(
        "Pcore::ObjectTypeExtenType",
        {"base_type": TypeType(OBJECT), "init_parameters": COLLECTION},
        _extension,
        _make_extension,
    ),
    TypeSetType: Form(TYPE_SET, {}, lambda t: [(DESCRIBED, set_init_hash(t), NEEDED)], _never),
}
BY_NAME = {form.name: form for form in FORMS.values()}
