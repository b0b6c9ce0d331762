"""The types of `type Name = Object[{…}]` and `type Name = TypeSet[{…}]`.

Such a definition is not an alias: the object type or the set itself has the name. Its body is read
on first use, so definitions may mention each other in any order.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.normalize import normalize
from duckrow.puppet.types.objects.make import named_object
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TypeSetType
from duckrow.puppet.types.objects.type_set_make import named_type_set
from duckrow.puppet.types.parse import interpret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.parse import Loader


def named_type(name: str, text: str, loader: Loader | None) -> Type | None:
    """Make the object type or set that a text defines under a name; None if it is neither."""
    program = parse(text)
    return named_expression(name, program.body, program, loader)


def settle(type_: Type) -> None:
    """Define a named type now, so that its errors are raised here."""
    match type_:
        case AliasType():
            type_.resolved  # noqa: B018
        case ObjectType():
            type_.definition  # noqa: B018
        case TypeSetType():
            type_.resolve()


def named_expression(
    name: str, node: n.Node, program: n.Program, loader: Loader | None
) -> ObjectType | TypeSetType | None:
    """Make the object type or set that an expression defines under a name, if it is one."""
    if isinstance(node, n.LiteralHash):
        described = node
        return named_object(name, lambda: interpret(described, program, loader))
    if not isinstance(node, n.AccessExpression) or not isinstance(node.left, n.QualifiedReference):
        return None
    argument = node.keys[0]
    match node.left.cased_value:
        case "Object":
            return named_object(name, lambda: interpret(argument, program, loader))
        case "TypeSet":
            return named_type_set(
                name, lambda set_: _read_set(set_, name, argument, program, loader), loader
            )
    return None


def _read_set(
    set_: TypeSetType, name: str, node: n.Node, program: n.Program, loader: Loader | None
) -> Any:
    """Read the hash of a set; its types are read later, with the names of the set in view."""
    if not isinstance(node, n.LiteralHash):
        return interpret(node, program, loader)

    def inside(wanted: str) -> Type | None:
        own = wanted.lower().removeprefix(name.lower() + "::")
        found = set_.find(wanted) or set_.find(wanted[len(wanted) - len(own) :])
        return found if found is not None or loader is None else loader(wanted)

    result: dict[str, Any] = {}
    for entry in node.entries:
        key = interpret(entry.key, program, loader)
        if key in ("types", "references") and isinstance(entry.value, n.LiteralHash):
            result[key] = {}
            for item in entry.value.entries:
                alias = _name(item.key, program, loader)
                if key == "types":
                    full_name = f"{name}::{alias}"
                    result[key][alias] = _member(full_name, item.value, program, inside)
                else:
                    result[key][alias] = interpret(item.value, program, loader)
        else:
            result[key] = interpret(entry.value, program, loader)
    return result


def _name(node: n.Node, program: n.Program, loader: Loader | None) -> object:
    if isinstance(node, n.QualifiedReference):
        return node.cased_value
    return interpret(node, program, loader)


def _member(name: str, node: n.Node, program: n.Program, loader: Loader) -> Type:
    """Make a type of a set: an object type, one written `Parent {…}`, or a name for a type."""
    if isinstance(node, n.ResourceDefaultsExpression):
        heir = node
        return named_object(name, lambda: _read_heir(heir, program, loader))
    found = named_expression(name, node, program, loader)
    if found is not None:
        return found
    return AliasType(name, lambda: normalize(interpret(node, program, loader)))


def _read_heir(
    node: n.ResourceDefaultsExpression, program: n.Program, loader: Loader
) -> dict[str, object]:
    found: dict[str, object] = {}
    parent = node.type_ref
    if isinstance(parent, n.QualifiedReference) and parent.cased_value not in ("Object", "TypeSet"):
        found["parent"] = interpret(parent, program, loader)
    for operation in node.operations:
        if isinstance(operation, n.AttributeOperation):
            found[operation.name] = interpret(operation.value, program, loader)
    return found
