"""The rules of assignability to types of types, references, callables and Sensitive."""

from __future__ import annotations

import sys

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import ANY, UNDEF
from duckrow.puppet.types.model.numbers import exact_integer
from duckrow.puppet.types.model.references import (
    CatalogEntryType,
    ClassType,
    ResourceType,
    RuntimeType,
)
from duckrow.puppet.types.model.rich_scalars import UriType
from duckrow.puppet.types.model.scalars import exact_string
from duckrow.puppet.types.model.wrappers import CallableType, SensitiveType, TypeType
from duckrow.regexp import RubyRegexp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Ask = Callable[[Type, Type], bool]


def type_(to: TypeType, other: Type, ask: Ask) -> bool:
    if not isinstance(other, TypeType):
        return False
    if to.type is None:
        return True
    return other.type is not None and ask(to.type, other.type)


def sensitive(to: SensitiveType, other: Type, ask: Ask) -> bool:
    return isinstance(other, SensitiveType) and ask(to.type, other.type)


def catalog_entry(_to: Type, other: Type, _ask: Ask) -> bool:
    return isinstance(other, CatalogEntryType | ClassType | ResourceType)


def class_(to: ClassType, other: Type, _ask: Ask) -> bool:
    return isinstance(other, ClassType) and (
        to.class_name is None or to.class_name == other.class_name
    )


def resource(to: ResourceType, other: Type, _ask: Ask) -> bool:
    if not isinstance(other, ResourceType):
        return False
    if to.type_name is None:
        return True
    if other.type_name is None or to.type_name.lower() != other.type_name.lower():
        return False
    return to.title is None or to.title == other.title


def callable_(to: CallableType, other: Type, ask: Ask) -> bool:
    if not isinstance(other, CallableType):
        return False
    if to.returns is not None and not ask(to.returns, other.returns or ANY):
        return False
    if to.parameters is None:
        return True
    # A callable must accept everything that it may be called with.
    if other.parameters is None or not ask(other.parameters, to.parameters):
        return False
    return ask(other.block or UNDEF, to.block or UNDEF)


def runtime(to: RuntimeType, other: Type, _ask: Ask) -> bool:
    if not isinstance(other, RuntimeType) or to.runtime not in (None, other.runtime):
        return False
    if to.class_name is None or to.class_name == other.class_name:
        return True
    return to.runtime == "python" and _is_subclass(other.class_name, to.class_name)


def _is_subclass(name: object, of: object) -> bool:
    """Return whether one Python class inherits from another, by their names.

    A type names a class and must not import it, which would run code; a class that is not loaded
    has no instances.
    """
    mine, wanted = _loaded_class(name), _loaded_class(of)
    return mine is not None and wanted is not None and issubclass(mine, wanted)


def _loaded_class(name: object) -> type | None:
    module, _, qualified = str(name).rpartition(".")
    found: object = sys.modules.get(module or "builtins")
    found = getattr(found, qualified, None)
    return found if isinstance(found, type) else None


def uri(to: UriType, other: Type, ask: Ask) -> bool:
    if not isinstance(other, UriType):
        return False
    if to.parts is None:
        return True
    theirs = dict(other.parts or ())
    return all(name in theirs and part_fits(wanted, theirs[name], ask) for name, wanted in to.parts)


def part_fits(wanted: object, found: object, ask: Ask) -> bool:
    """Return whether a part of a URI fits the wanted value, pattern or type."""
    match wanted, found:
        case Type(), Type():
            return ask(wanted, found)
        case Type(), None:
            return ask(wanted, UNDEF)
        case Type(), str():
            return ask(wanted, exact_string(found))
        case Type(), int():
            return ask(wanted, exact_integer(found))
        case RubyRegexp(), _:
            return isinstance(found, str) and wanted.search(found) is not None
        case str(), str():
            return wanted.lower() == found.lower()
    return wanted == found
