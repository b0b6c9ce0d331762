"""Is a value an instance of a type?"""

from __future__ import annotations

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.assignable_objects import matches as matches_parameter
from duckrow.puppet.types.assignable_references import part_fits
from duckrow.puppet.types.choices import choices
from duckrow.puppet.types.infer import infer, infer_detailed
from duckrow.puppet.types.instance_table import DECIDED, table
from duckrow.puppet.types.iteration import is_finite
from duckrow.puppet.types.model.alias import unalias
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import AnyType, UnitType
from duckrow.puppet.types.model.collections import TupleType
from duckrow.puppet.types.model.references import (
    CatalogEntryType,
    ClassType,
    ResourceType,
    RuntimeType,
)
from duckrow.puppet.types.model.rich_scalars import (
    BinaryType,
    SemVerRangeType,
    SemVerType,
    TimespanType,
    TimestampType,
    UriType,
)
from duckrow.puppet.types.model.scalars import RegexpType
from duckrow.puppet.types.model.wrappers import (
    InitType,
    IterableType,
    IteratorType,
    SensitiveType,
    TypeType,
)
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_type import OBJECT as ANY_OBJECT
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TypeSetType
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.puppet.types.dialect import Dialect

_SCALAR_DATA = frozenset((str, int, float, bool))
_SCALAR = _SCALAR_DATA | {RubyRegexp, SemVer, SemVerRange, Timespan, Timestamp}
_NUMBERS = frozenset((int, float))


def accepts(type_: Type, value: Any) -> bool:
    """Tell whether a value is an instance of a type."""
    try:
        found = type_._kinds[value.__class__]
    except KeyError:
        return any(_looked_at(plain, value) for plain, _ in choices(type_))
    except AttributeError:
        object.__setattr__(type_, "_kinds", table(type_, accepts, _looked_at))
        return accepts(type_, value)
    if found is True or found is False:
        return found
    return found(value)  # type: ignore[no-any-return]


def accepts_each(type_: Type, values: Iterable[Any]) -> list[bool]:
    """Tell for each of many values whether it is an instance of a type."""
    try:
        kinds = type_._kinds
    except AttributeError:
        kinds = table(type_, accepts, _looked_at)
        object.__setattr__(type_, "_kinds", kinds)
    return [
        found
        if (found := kinds.get(type(value))) is True or found is False
        else (accepts(type_, value) if found is None else found(value))
        for value in values
    ]


def _looked_at(plain: Type, value: Any) -> bool:
    """Check a value against a type that is no choice between others."""
    check = CHECKS.get(type(plain))
    if check is not None:
        return bool(check(plain, value))
    return type(plain) not in DECIDED and assignable(plain, infer(value))


def accepts_in(dialect: Dialect, type_: Type, value: Any) -> bool:
    """Tell whether a value is an instance of a type in a dialect."""
    if dialect.undef_fits_all:
        return assignable(type_, infer_detailed(value), dialect)
    return accepts(type_, value)


def _anything(_type: Type, _value: Any) -> bool:
    return True


def _tuple(type_: TupleType, value: Any) -> bool:
    if type(value) is not list:
        return False
    if not type_.bounds().holds(len(value)):
        return False
    if not type_.types:
        return True
    return all(accepts(type_.at(index), item) for index, item in enumerate(value))


def _type(type_: TypeType, value: Any) -> bool:
    return isinstance(value, Type) and (type_.type is None or assignable(type_.type, value))


def _iterable(type_: IterableType, value: Any) -> bool:
    if type_.type is not None and not assignable(type_.type, _ANY):
        return assignable(type_, infer(value))
    if isinstance(value, Type):
        return is_finite(unalias(value))
    if type(value) is int:
        return value >= 0
    return type(value) in (str, list, dict) or isinstance(
        getattr(value, "puppet_type", None), IteratorType
    )


def _sensitive(type_: SensitiveType, value: Any) -> bool:
    return isinstance(value, Sensitive) and accepts(type_.type, value.unwrap())


def _times(type_: TimestampType | TimespanType, value: Any) -> bool:
    wanted = Timestamp if isinstance(type_, TimestampType) else Timespan
    if type(value) is not wanted:
        return False
    return (type_.low is None or type_.low <= value) and (type_.high is None or value <= type_.high)


def _semver(type_: SemVerType, value: Any) -> bool:
    if type(value) is not SemVer:
        return False
    return not type_.ranges or any(value in range_ for range_ in type_.ranges)


def _regexp(type_: RegexpType, value: Any) -> bool:
    return type(value) is RubyRegexp and (type_.pattern is None or type_.pattern == value.source)


def _runtime(type_: RuntimeType, value: Any) -> bool:
    found = infer(value)
    return isinstance(found, RuntimeType) and assignable(type_, found)


def _uri(type_: UriType, value: Any) -> bool:
    if type(value) is not URI:
        return False
    return all(
        part_fits(wanted, getattr(value, name), assignable) for name, wanted in type_.parts or ()
    )


def _init(type_: InitType, value: Any) -> bool:
    # What a type can be made of is rarely asked for, and much to load.
    from duckrow.puppet.types.new.sources import takes

    return takes(type_, value)


def _object(type_: ObjectType, value: Any) -> bool:
    if isinstance(value, PuppetObject):
        return assignable(type_, value.base_type)
    if isinstance(value, Deferred):
        return assignable(type_, infer(value))
    # Types are objects too, of types that the language does not show.
    return isinstance(value, Type) and type_ == ANY_OBJECT


def _object_extension(type_: ObjectExtensionType, value: Any) -> bool:
    if not isinstance(value, PuppetObject) or not _object(type_.base, value):
        return False
    for name, wanted in type_.parameters.items():
        if not value.has_attribute(name):
            return False
        found = value.attribute(name)
        if not matches_parameter(found, infer(found), wanted, assignable):
            return False
    return True


def _is(wanted: type) -> Callable[[Any, Any], bool]:
    return lambda _type, value: type(value) is wanted


def _catalog_entry(type_: Type, value: Any) -> bool:
    # A reference is a type; what a catalog holds says of itself what it is.
    return assignable(type_, infer(value))


_ANY = AnyType()

CHECKS: dict[type[Type], Callable[[Any, Any], bool]] = {
    AnyType: _anything,
    UnitType: _anything,
    RegexpType: _regexp,
    BinaryType: _is(Binary),
    SemVerType: _semver,
    SemVerRangeType: _is(SemVerRange),
    TimestampType: _times,
    TimespanType: _times,
    TupleType: _tuple,
    InitType: _init,
    IterableType: _iterable,
    TypeType: _type,
    SensitiveType: _sensitive,
    RuntimeType: _runtime,
    ObjectType: _object,
    ObjectExtensionType: _object_extension,
    TypeSetType: lambda _type, value: isinstance(value, TypeSetType),
    CatalogEntryType: _catalog_entry,
    ClassType: _catalog_entry,
    ResourceType: _catalog_entry,
    UriType: _uri,
}
