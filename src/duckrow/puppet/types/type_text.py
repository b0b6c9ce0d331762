"""Types as text, the way the reference writes them."""

from __future__ import annotations

from duckrow.puppet.types.assignable import accepts_undef
from duckrow.puppet.types.literal_text import quoted, written_value
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import AnyType, UnitType
from duckrow.puppet.types.model.choices import NotUndefType, OptionalType, VariantType
from duckrow.puppet.types.model.collections import ARRAY as ANY_ARRAY
from duckrow.puppet.types.model.collections import HASH as ANY_HASH
from duckrow.puppet.types.model.collections import (
    ArrayType,
    CollectionType,
    HashType,
    StructElement,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.numbers import NO_SIZE, FloatType, IntegerType
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
from duckrow.puppet.types.model.wrappers import CallableType, InitType, SensitiveType
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_text import write_expanded, write_extension
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TypeSetType
from duckrow.puppet.types.objects.type_set_text import write_type_set
from duckrow.regexp import RubyRegexp
from duckrow.regexp.show import between_slashes
from duckrow.ruby.values.numbers import float_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Writer:
    """Writes types. With `shows_values` the type of one string shows that string.

    The language has no notation for such a type, so a text that is to be read again leaves it out.
    """

    __slots__ = ("shows_values",)

    def __init__(self, shows_values: bool = False) -> None:
        self.shows_values = shows_values

    def write(self, type_: Type) -> str:
        """Write a type."""
        if isinstance(type_, AliasType):
            return type_.alias
        if isinstance(type_, ResourceType) and type_.type_name is not None:
            name = capitalized(type_.type_name)
            return name if type_.title is None else f"{name}[{quoted(type_.title)}]"
        match type_:
            case ObjectType():
                return type_.label
            case ObjectExtensionType():
                return write_extension(type_, type_.base.label, self.write)
            case TypeSetType():
                return write_type_set(type_, self.write, SetWriter(type_).write)
        rule = _ARGUMENTS.get(type(type_))
        if rule is not None:
            arguments = rule(self, type_)
        else:
            inner = getattr(type_, "type", None)
            arguments = [] if inner is None else [self.write(inner)]
        return f"{type_.name}[{', '.join(arguments)}]" if arguments else type_.name

    def value(self, value: object) -> str:
        """Write a value that is a parameter of a type."""
        if isinstance(value, Type):
            return self.write(value)
        return regexp_text(value.source) if isinstance(value, RubyRegexp) else written_value(value)


class SetWriter(Writer):
    """Writes the types of a type set, and of those that it builds on, by their names in it."""

    __slots__ = ("set",)

    def __init__(self, set_: TypeSetType) -> None:
        super().__init__()
        self.set = set_

    def write(self, type_: Type) -> str:
        """Write a type."""
        name = self.set.name_of(type_) if isinstance(type_, ObjectType | AliasType) else None
        return super().write(type_) if name is None else name


def type_to_text(type_: Type, shows_values: bool = False) -> str:
    """Write a type the way the reference does."""
    return Writer(shows_values).write(type_)


def type_to_expanded_text(type_: Type) -> str:
    """Write a type; an alias is followed by its type."""
    if isinstance(type_, AliasType):
        return f"{type_.alias} = {type_to_text(type_.resolved)}"
    if isinstance(type_, ObjectType):
        return write_expanded(type_, type_to_text)
    if isinstance(type_, TypeSetType):
        return write_type_set(type_, type_to_text, SetWriter(type_).write, is_expanded=True)
    return type_to_text(type_)


def capitalized(name: str) -> str:
    """Write the name of a resource type as a reference: apache::vhost as Apache::Vhost."""
    if name[:1].isupper():
        return name
    return "::".join(part.capitalize() for part in name.split("::"))


def _range(low: object, high: object, text: Callable[[Any], str]) -> list[str]:
    if low is None and high is None:
        return []
    found = ["default" if low is None else text(low)]
    return found if high is None else [*found, text(high)]


def _size(size: IntegerType | None) -> list[str]:
    return [] if size is None else _range(size.low, size.high, str)


def _string(w: Writer, type_: StringType) -> list[str]:
    if w.shows_values and type_.value is not None:
        return [quoted(type_.value)]
    return _size(type_.size)


def _array(w: Writer, type_: ArrayType) -> list[str]:
    if type_.size == NO_SIZE:
        return ["0", "0"]
    return [] if type_ == ANY_ARRAY else [w.write(type_.element), *_size(type_.size)]


def _hash(w: Writer, type_: HashType) -> list[str]:
    if type_.size == NO_SIZE:
        return ["0", "0"]
    if type_ == ANY_HASH:
        return []
    return [w.write(type_.key_type), w.write(type_.value_type), *_size(type_.size)]


def _tuple(w: Writer, type_: TupleType) -> list[str]:
    if not type_.types:
        return []
    return [*map(w.write, type_.types), *_size(type_.size)]


def _struct(w: Writer, type_: StructType) -> list[str]:
    if not type_.elements:
        return []
    entries = ", ".join(f"{_key(w, e)} => {w.write(e.value_type)}" for e in type_.elements)
    return [f"{{{entries}}}"]


def _key(_w: Writer, element: StructElement) -> str:
    name = quoted(element.name)
    may_be_undef = accepts_undef(element.value_type)
    if element.is_optional == may_be_undef:
        return name
    return f"Optional[{name}]" if element.is_optional else f"NotUndef[{name}]"


def _contained(w: Writer, type_: OptionalType | NotUndefType) -> list[str]:
    inner = type_.type
    if inner is None or (isinstance(type_, NotUndefType) and isinstance(inner, AnyType)):
        return []
    if isinstance(inner, StringType) and inner.value is not None:
        return [quoted(inner.value)]
    return [w.write(inner)]


def _callable(w: Writer, type_: CallableType) -> list[str]:
    if type_.parameters is None:
        return [] if type_.returns is None else ["[]", w.write(type_.returns)]
    parameters = _parameters(w, type_.parameters, type_.block)
    if type_.returns is None:
        return parameters
    return [f"[{', '.join(parameters)}]", w.write(type_.returns)]


def _parameters(w: Writer, parameters: TupleType, block: Type | None) -> list[str]:
    found = [w.write(t) for t in parameters.types if not isinstance(t, UnitType)]
    found += _size(parameters.size) if parameters.types else ["0", "0"]
    return found if block is None else [*found, w.write(block)]


def _times(_w: Writer, type_: TimestampType | TimespanType) -> list[str]:
    low, high = type_.low, type_.high
    return _range(low, None if high == low else high, lambda value: f"'{value}'")


def _init(w: Writer, type_: InitType) -> list[str]:
    if type_.type is None:
        return []
    return [w.write(type_.type), *map(w.value, type_.arguments)]


def _runtime(_w: Writer, type_: RuntimeType) -> list[str]:
    if type_.runtime is None:
        return []
    name = type_.class_name
    if isinstance(name, tuple):
        return [type_.runtime, f"[{regexp_text(name[0])}, {quoted(name[1])}]"]
    return [type_.runtime, *([] if name is None else [quoted(name)])]


def _uri(w: Writer, type_: UriType) -> list[str]:
    if type_.parts is None:
        return []
    parts = ", ".join(f"{quoted(name)} => {w.value(value)}" for name, value in type_.parts)
    return [f"{{{parts}}}"]


def regexp_text(source: str) -> str:
    """Write a regular expression between slashes."""
    return between_slashes(source, 0)


_ARGUMENTS: dict[type[Type], Callable[[Writer, Any], list[str]]] = {
    IntegerType: lambda _w, t: _range(t.low, t.high, str),
    FloatType: lambda _w, t: _range(t.low, t.high, float_text),
    StringType: _string,
    EnumType: lambda _w, t: [*map(quoted, t.values), *(["true"] if t.ignores_case else [])],
    PatternType: lambda _w, t: [regexp_text(source) for source in t.patterns],
    RegexpType: lambda _w, t: [] if t.pattern is None else [regexp_text(t.pattern)],
    BooleanType: lambda _w, t: [] if t.value is None else [str(t.value).lower()],
    CollectionType: lambda _w, t: _size(t.size),
    ArrayType: _array,
    HashType: _hash,
    TupleType: _tuple,
    StructType: _struct,
    VariantType: lambda w, t: [w.write(option) for option in t.types],
    OptionalType: _contained,
    NotUndefType: _contained,
    SensitiveType: lambda w, t: [] if isinstance(t.type, AnyType) else [w.write(t.type)],
    CallableType: _callable,
    ClassType: lambda _w, t: [] if t.class_name is None else [t.class_name],
    SemVerType: lambda _w, t: [f"'{range_}'" for range_ in t.ranges],
    TimestampType: _times,
    TimespanType: _times,
    UriType: _uri,
    InitType: _init,
    RuntimeType: _runtime,
    TypeReferenceType: lambda _w, t: [quoted(t.type_string)],
}
