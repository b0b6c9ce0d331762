"""Two questions about all parts of a type."""

from __future__ import annotations

from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.choices import OptionalType, VariantType
from duckrow.puppet.types.model.parts import parts
from duckrow.puppet.types.model.references import TypeReferenceType
from duckrow.puppet.types.model.wrappers import CallableType
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TypeSetType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.types.model.base import Type


def first_unresolved(type_: Type) -> str | None:
    """Return the text of the first unresolved type inside a type, if there is one."""
    return _first_unresolved(type_, set())


def _first_unresolved(type_: Type, seen: set[int]) -> str | None:
    if isinstance(type_, TypeReferenceType):
        return type_.type_string
    if isinstance(type_, AliasType | ObjectType | TypeSetType):
        # These may contain themselves.
        if id(type_) in seen:
            return None
        seen.add(id(type_))
    for part in _said_by(type_):
        found = _first_unresolved(part, seen)
        if found is not None:
            return found
    return None


def _said_by(type_: Type) -> Iterable[Type]:
    """Return the types that a type mentions, in the order in which the reference visits them."""
    match type_:
        case AliasType():
            return (type_.resolved,)
        case ObjectExtensionType():
            return (type_.base,)
        case TypeSetType():
            return type_.definition.types.values()
        case ObjectType():
            said = type_.definition
            members = (
                *said.type_parameters.values(),
                *said.attributes.values(),
                *said.functions.values(),
            )
            parents = () if said.parent is None else (said.parent,)
            return (*parents, *(member.type for member in members))
    return parts(type_)


def is_callable(type_: Type | None) -> bool:
    """Return whether all values of a type, undef aside, can be called."""
    return type_ is not None and _is_callable(type_, frozenset())


def _is_callable(type_: Type, open_: frozenset[str]) -> bool:
    match type_:
        case CallableType():
            return True
        case OptionalType():
            return type_.type is not None and _is_callable(type_.type, open_)
        case VariantType():
            return all(_is_callable(option, open_) for option in type_.types)
        case AliasType():
            if type_.alias in open_:
                return False
            return _is_callable(type_.resolved, open_ | {type_.alias})
    return False
