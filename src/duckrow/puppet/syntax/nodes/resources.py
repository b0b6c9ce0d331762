"""Resources in all their forms, and collectors."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes.base import Expression, Node, Pointed
from duckrow.source.frozen import abstract, frozen


@frozen
class AttributeOperation(Node):
    """name => value or name +> value."""

    parts = ("value",)
    name: str
    operator: str
    value: Expression


@frozen
class AttributesOperation(Node):
    """* => expr."""

    parts = ("expr",)
    expr: Expression


@frozen
class ResourceBody(Pointed):
    """title: attributes."""

    parts = ("title", "operations")
    title: Expression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


@abstract
class AbstractResource(Pointed, Expression):
    """A resource in one of its forms; form is regular, virtual or exported."""

    __slots__ = ()
    form: str


@frozen
class ResourceExpression(AbstractResource):
    """type { bodies }."""

    parts = ("type_name", "bodies")
    type_name: Expression
    bodies: tuple[ResourceBody, ...]


@frozen
class ResourceDefaultsExpression(AbstractResource):
    """Type { attributes }."""

    parts = ("type_ref", "operations")
    type_ref: Expression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


@frozen
class ResourceOverrideExpression(AbstractResource):
    """Type[title] { attributes }."""

    parts = ("resources", "operations")
    resources: Expression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


@abstract
class QueryExpression(Expression):
    """The part of a collector between its bars."""

    __slots__ = ()
    parts = ("expr",)
    expr: Expression | None


@frozen
class VirtualQuery(QueryExpression):
    """<| query |>."""


@frozen
class ExportedQuery(QueryExpression):
    """<<| query |>>."""


@frozen
class CollectExpression(Pointed, Expression):
    """Type <| query |> { attributes }."""

    parts = ("type_expr", "query", "operations")
    type_expr: Expression
    query: QueryExpression
    operations: tuple[AttributeOperation | AttributesOperation, ...]
