"""Instances of types without a short check: objects, references, times, versions and the like."""

from __future__ import annotations

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.assignable_objects import matches as matches_parameter
from duckrow.puppet.types.assignable_references import part_fits
from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.iteration import is_finite
from duckrow.puppet.types.model.alias import unalias
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import ANY
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
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


_SCALAR_DATA = frozenset((str, int, float, bool))
_SCALAR = _SCALAR_DATA | {RubyRegexp, SemVer, SemVerRange, Timespan, Timestamp}
_NUMBERS = frozenset((int, float))


def check_of(plain: Type) -> Callable[[object], bool]:
    """Return the check of a type that is neither an alias nor a choice between types."""
    rule = RULES.get(type(plain))
    if rule is None:
        return lambda value: assignable(plain, infer(value))
    return lambda value: bool(rule(plain, value))


def _type(type_: TypeType, value: object) -> bool:
    return isinstance(value, Type) and (type_.type is None or assignable(type_.type, value))


def _iterable(type_: IterableType, value: object) -> bool:
    if type_.type is not None and not assignable(type_.type, ANY):
        return assignable(type_, infer(value))
    if isinstance(value, Type):
        return is_finite(unalias(value))
    if type(value) is int:
        return value >= 0
    return type(value) in (str, list, dict) or isinstance(
        getattr(value, "puppet_type", None), IteratorType
    )


def _times(type_: TimestampType | TimespanType, value: object) -> bool:
    wanted = Timestamp if isinstance(type_, TimestampType) else Timespan
    if type(value) is not wanted:
        return False
    return (type_.low is None or type_.low <= value) and (type_.high is None or value <= type_.high)


def _semver(type_: SemVerType, value: object) -> bool:
    if type(value) is not SemVer:
        return False
    return not type_.ranges or any(value in range_ for range_ in type_.ranges)


def _regexp(type_: RegexpType, value: object) -> bool:
    return type(value) is RubyRegexp and (type_.pattern is None or type_.pattern == value.source)


def _runtime(type_: RuntimeType, value: object) -> bool:
    found = infer(value)
    return isinstance(found, RuntimeType) and assignable(type_, found)


def _uri(type_: UriType, value: object) -> bool:
    if type(value) is not URI:
        return False
    return all(
        part_fits(wanted, getattr(value, name), assignable) for name, wanted in type_.parts or ()
    )


def _init(type_: InitType, value: object) -> bool:
    # Sources of a type are rarely needed and expensive to import.
    from duckrow.puppet.types.new.sources import takes

    return takes(type_, value)


def _object(type_: ObjectType, value: object) -> bool:
    if isinstance(value, PuppetObject):
        return assignable(type_, value.base_type)
    if isinstance(value, Deferred):
        return assignable(type_, infer(value))
    # Types are objects too, of types that the language does not show.
    return isinstance(value, Type) and type_ == ANY_OBJECT


def _object_extension(type_: ObjectExtensionType, value: object) -> bool:
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


def _catalog_entry(type_: Type, value: object) -> bool:
    # A reference is a type; a resource of a catalog knows its own type.
    return assignable(type_, infer(value))


RULES: dict[type[Type], Callable[[Any, Any], bool]] = {
    RegexpType: _regexp,
    BinaryType: _is(Binary),
    SemVerType: _semver,
    SemVerRangeType: _is(SemVerRange),
    TimestampType: _times,
    TimespanType: _times,
    InitType: _init,
    IterableType: _iterable,
    TypeType: _type,
    RuntimeType: _runtime,
    ObjectType: _object,
    ObjectExtensionType: _object_extension,
    TypeSetType: lambda _type, value: isinstance(value, TypeSetType),
    CatalogEntryType: _catalog_entry,
    ClassType: _catalog_entry,
    ResourceType: _catalog_entry,
    UriType: _uri,
}
