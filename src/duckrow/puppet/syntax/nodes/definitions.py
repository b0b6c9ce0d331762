"""Nodes that define a name."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes.base import Expression, Pointed
from duckrow.source.frozen import abstract, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from duckrow.puppet.syntax.nodes.calls import Parameter
    from duckrow.puppet.syntax.nodes.literals import KeyedEntry


@abstract
class Definition(Expression):
    """A node that defines a name."""

    __slots__ = ()


@abstract
class NamedDefinition(Definition):
    """A definition with parameters and a body."""

    __slots__ = ()
    parts: ClassVar[tuple[str, ...]] = ("parameters", "body")
    name: str
    parameters: tuple[Parameter, ...]
    body: Expression | None


@frozen
class HostClassDefinition(NamedDefinition):
    """class name(params) inherits parent { body }."""

    parent_class: str | None


@frozen
class ResourceTypeDefinition(NamedDefinition):
    """define name(params) { body }."""


@frozen
class FunctionDefinition(NamedDefinition):
    """function name(params) >> Type { body }."""

    parts = ("parameters", "body", "return_type")
    return_type: Expression | None


@frozen
class PlanDefinition(NamedDefinition):
    """plan name(params) { body }."""

    parts = ("parameters", "body", "return_type")
    return_type: Expression | None


@frozen
class NodeDefinition(Definition):
    """node matches { body }."""

    parts = ("parent", "host_matches", "body")
    host_matches: tuple[Expression, ...]
    parent: Expression | None
    body: Expression | None


@frozen
class TypeAlias(Pointed, Definition):
    """type Name = type_expr."""

    parts = ("type_expr",)
    name: str
    type_expr: Expression


@frozen
class TypeMapping(Pointed, Definition):
    """type Runtime[...] = mapping."""

    parts = ("type_expr", "mapping_expr")
    type_expr: Expression
    mapping_expr: Expression | KeyedEntry


@frozen
class TypeDefinition(Definition):
    """type Name inherits Parent { body }, which the language reserves."""

    parts = ("body",)
    name: str
    parent: str | None
    body: Expression | None


@frozen
class ApplyBlockExpression(Expression):
    """The statements of apply(...) { }."""

    parts = ("statements",)
    statements: tuple[Expression, ...]


@frozen
class ApplyExpression(Expression):
    """apply(targets) { statements }, in plans."""

    parts = ("arguments", "body")
    arguments: tuple[Expression, ...]
    body: ApplyBlockExpression
