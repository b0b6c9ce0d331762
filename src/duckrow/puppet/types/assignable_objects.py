"""The rules of assignability to object types and type sets, one for each type.

A type parameter is matched as a case expression would match its value.
"""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_type import OBJECT, ObjectType
from duckrow.puppet.types.objects.type_set import TYPE_SET as ANY_TYPE_SET
from duckrow.puppet.types.objects.type_set import TypeSetType
from duckrow.puppet.values.default import Default
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Ask = Callable[[Type, Type], bool]


def object_type(to: ObjectType, other: Type, ask: Ask) -> bool:
    """Every heir of a type fits it, and every object type fits Object."""
    if isinstance(other, ObjectExtensionType):
        other = other.base
    if not isinstance(other, ObjectType):
        return False
    if to in (OBJECT, other):
        return True
    parent = other.definition.parent
    return parent is not None and ask(to, parent)


def extension(to: ObjectExtensionType, other: Type, ask: Ask) -> bool:
    """The bases fit, and the other type has a matching value for each parameter."""
    if not isinstance(other, ObjectExtensionType) or not ask(to.base, other.base):
        return False
    for name, wanted in to.parameters.items():
        if name not in other.parameters:
            return False
        found = other.parameters[name]
        if isinstance(wanted, Type) and isinstance(found, Type) and ask(wanted, found):
            continue
        if not matches(found, other.types[name], wanted, ask):
            return False
    return True


def matches(found: object, type_: Type, wanted: object, ask: Ask) -> bool:
    """Return whether a case expression would match a value, which has a type, with an option."""
    match wanted:
        case Type():
            return ask(wanted, type_)
        case RubyRegexp():
            return isinstance(found, str) and wanted.search(found) is not None
        case Default():
            return True
        case str():
            return isinstance(found, str) and wanted.lower() == found.lower()
        case int() | float() if not isinstance(wanted, bool):
            return type(found) in (int, float) and wanted == found
    return bool(to_key(wanted) == to_key(found))


def type_set(to: TypeSetType, other: Type, _ask: Ask) -> bool:
    return isinstance(other, TypeSetType) and to in (ANY_TYPE_SET, other)
