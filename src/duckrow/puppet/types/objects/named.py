"""The types of `type Name = Object[{…}]` and `type Name = TypeSet[{…}]`.

Such a definition is not an alias: the object type or the set itself has the name. Its body is read
on first use, so definitions may mention each other in any order.
"""

from __future__ import annotations

from duckrow.puppet.types.dialect import PUPPET
from duckrow.puppet.types.expressions import ACCESS, DEFAULTS, HASH, NAME, interpret, type_of
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.normalize import normalize
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TypeSetType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.dialect import Dialect
    from duckrow.puppet.types.expressions import Expression, Loader
    from duckrow.puppet.types.model.base import Type


def named_type(
    name: str, expression: Expression, text: str, loader: Loader | None, dialect: Dialect = PUPPET
) -> Type:
    """Make the type that an expression defines under a name, not yet evaluated."""
    found = _object_or_set(name, expression, loader)
    if found is not None:
        return found
    return AliasType(name, lambda: normalize(type_of(expression, text, loader, dialect)))


def settle(type_: Type) -> None:
    """Define a named type now, so that its errors are raised here."""
    match type_:
        case AliasType():
            type_.resolved  # noqa: B018
        case ObjectType():
            type_.definition  # noqa: B018
        case TypeSetType():
            type_.resolve()


def _object_or_set(
    name: str, expression: Expression, loader: Loader | None
) -> ObjectType | TypeSetType | None:
    """Make the object type or set that an expression defines under a name, if it is one.

    Most modules define only aliases, and need nothing that makes object types.
    """
    if expression[0] == HASH:
        return _object(name, lambda: interpret(expression, loader))
    if expression[0] != ACCESS:
        return None
    _, left, keys, _ = expression
    match left:
        case "Object":
            return _object(name, lambda: interpret(keys[0], loader))
        case "TypeSet":
            from duckrow.puppet.types.objects.type_set_make import named_type_set

            return named_type_set(name, lambda set_: _read_set(set_, name, keys[0], loader), loader)
    return None


def _object(name: str, read: Callable[[], Any]) -> ObjectType:
    from duckrow.puppet.types.objects.make import named_object

    return named_object(name, read)


def _read_set(set_: TypeSetType, name: str, expression: Expression, loader: Loader | None) -> Any:
    """Read the hash of a set; its types are read later, with the names of the set in view."""
    if expression[0] != HASH:
        return interpret(expression, loader)

    def inside(wanted: str) -> Type | None:
        own = wanted.lower().removeprefix(name.lower() + "::")
        found = set_.find(wanted) or set_.find(wanted[len(wanted) - len(own) :])
        return found if found is not None or loader is None else loader(wanted)

    result: dict[str, Any] = {}
    for written, value in expression[1]:
        key = interpret(written, loader)
        if key in ("types", "references") and value[0] == HASH:
            result[key] = {}
            for item, member in value[1]:
                alias = _name(item, loader)
                if key == "types":
                    result[key][alias] = _member(f"{name}::{alias}", member, inside)
                else:
                    result[key][alias] = interpret(member, loader)
        else:
            result[key] = interpret(value, loader)
    return result


def _name(expression: Expression, loader: Loader | None) -> object:
    return expression[1] if expression[0] == NAME else interpret(expression, loader)


def _member(name: str, expression: Expression, loader: Loader) -> Type:
    """Make a type of a set: an object type, one written `Parent {…}`, or a name for a type."""
    if expression[0] == DEFAULTS:
        return _object(name, lambda: _read_heir(expression, loader))
    found = _object_or_set(name, expression, loader)
    if found is not None:
        return found
    return AliasType(name, lambda: normalize(interpret(expression, loader)))


def _read_heir(expression: Expression, loader: Loader) -> dict[str, object]:
    _, parent, values, _ = expression
    found: dict[str, object] = {}
    if parent not in ("Object", "TypeSet"):
        found["parent"] = interpret((NAME, parent), loader)
    for name, value in values:
        found[name] = interpret(value, loader)
    return found
