"""Which types fit types of types, references, callables and secrets: one rule for each of them."""

from __future__ import annotations

from duckrow.puppet.types import any as any_
from duckrow.puppet.types import undef
from duckrow.puppet.types.callable import CallableType
from duckrow.puppet.types.catalog_entry import CatalogEntryType
from duckrow.puppet.types.class_ import ClassType
from duckrow.puppet.types.resource import ResourceType
from duckrow.puppet.types.sensitive import SensitiveType
from duckrow.puppet.types.type_ import TypeType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.types.base import Type

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
    if to.returns is not None and not ask(to.returns, other.returns or any_.DEFAULT):
        return False
    if to.parameters is None:
        return True
    # What is called must take everything that it may be called with.
    if other.parameters is None or not ask(other.parameters, to.parameters):
        return False
    return ask(other.block or undef.DEFAULT, to.block or undef.DEFAULT)
