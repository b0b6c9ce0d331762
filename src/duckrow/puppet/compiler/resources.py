"""Resources: declarations, defaults, overrides, collectors and relationships."""

from __future__ import annotations

from duckrow.puppet.compiler import build_ast as py
from duckrow.puppet.compiler.calls import Calls
from duckrow.puppet.syntax import nodes as n

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    Operations = tuple[n.AttributeOperation | n.AttributesOperation, ...]


class Resources(Calls):
    """Writes what goes into the catalog."""

    def resource(self, node: n.ResourceExpression) -> ast.expr:
        at = self.at(node)
        if isinstance(node.type_name, n.QualifiedName):
            type_ = py.constant(node.type_name.value, at)
        else:
            accepted = isinstance(node.type_name, n.QualifiedReference) or (
                isinstance(node.type_name, n.AccessExpression)
                and isinstance(node.type_name.left, n.QualifiedReference)
            )
            check = "resource_type" if accepted else "illegal_resource_type"
            type_ = self.called(check, node.type_name, self.value(node.type_name))
        titles, attributes = self._bodies(node)
        arguments = [
            self.scope(at),
            py.constant(node.form, at),
            type_,
            titles,
            attributes,
            py.tuple_([py.constant(at[0], at)], at),
        ]
        parts: dict[str, n.Node] = {"type": node.type_name}
        for index, body in enumerate(node.bodies):
            parts[f"title{index}"] = body.title
            parts.setdefault("title", body.title)
        return self.called("declare", node, *arguments, **parts)

    def _bodies(self, node: n.ResourceExpression) -> tuple[ast.expr, ast.expr]:
        """Write titles and attributes, in the order of the bodies, the title of each first."""
        at = self.at(node)
        if len(node.bodies) == 1:
            body = node.bodies[0]
            title = self.value(body.title)
            return py.tuple_([title], at), py.tuple_([self.attributes(body.operations, node)], at)
        steps, kept = [], []
        for body in node.bodies:
            steps.append(self.value(body.title))
            name = self.temporary("a")
            steps.append(py.walrus(name, self.attributes(body.operations, node), at))
            kept.append(py.name(name, at))
        every_second = py.placed(_slice(at), at)
        return py.item(py.tuple_(steps, at), every_second, at), py.tuple_(kept, at)

    def attributes(self, operations: Operations, node: n.Node) -> ast.expr:
        """Write attributes as a dict; what is not plain is put together when it runs."""
        at = self.at(node)
        names = [each.name for each in operations if isinstance(each, n.AttributeOperation)]
        plain = len(set(names)) == len(operations) and all(
            isinstance(each, n.AttributeOperation) and each.operator == "=>" for each in operations
        )
        if plain:
            keys = [py.constant(name, at) for name in names]
            return py.dict_(
                keys, [self.value(part) for each in operations for part in _value(each)], at
            )
        made = []
        for each in operations:
            if isinstance(each, n.AttributeOperation):
                parts = [py.constant(each.name, at), py.constant(each.operator, at)]
                parts.append(self.value(each.value))
            else:
                hash_ = self.called("splat_attributes", each.expr, self.value(each.expr))
                parts = [py.constant("*", at), py.constant("=>", at), hash_]
            made.append(py.tuple_(parts, at))
        return self.called("attributes", node, *made)

    def defaults(self, node: n.ResourceDefaultsExpression) -> ast.expr:
        at = self.at(node)
        type_ = self.value(node.type_ref)
        arguments = [self.scope(at), type_, self.attributes(node.operations, node)]
        arguments.append(py.constant(at[0], at))
        return self.called("declare_defaults", node, *arguments, type=node.type_ref)

    def override(self, node: n.ResourceOverrideExpression) -> ast.expr:
        at = self.at(node)
        references = self.value(node.resources)
        arguments = [self.scope(at), references, self.attributes(node.operations, node)]
        arguments.append(py.constant(at[0], at))
        return self.called("override", node, *arguments, resources=node.resources)

    def collector(self, node: n.CollectExpression) -> ast.expr:
        at = self.at(node)
        type_ = self.value(node.type_expr)
        query = py.constant(None, at)
        if node.query.expr is not None:
            query = self._query(node.query.expr)
        changes = py.constant(None, at)
        if node.operations:
            changes = self.attributes(node.operations, node)
        arguments = [
            self.scope(at),
            py.constant(isinstance(node.query, n.ExportedQuery), at),
            type_,
            query,
            changes,
            py.constant(at[0], at),
        ]
        return self.called("collect", node, *arguments, type=node.type_expr, query=node.query)

    def _query(self, node: n.Node) -> ast.expr:
        at = self.at(node)
        match node:
            case n.ParenthesizedExpression():
                return self._query(node.expr)
            case n.AndExpression() | n.OrExpression():
                word = "and" if isinstance(node, n.AndExpression) else "or"
                parts = [py.constant(word, at), self._query(node.left), self._query(node.right)]
                return py.tuple_(parts, at)
            case n.ComparisonExpression():
                left = node.left
                if isinstance(left, n.VariableExpression):
                    name = py.constant(left.name, at)
                elif isinstance(left, n.QualifiedName):
                    name = py.constant(left.value, at)
                else:
                    name = self.value(left)
                parts = [py.constant(node.operator, at), name, self.value(node.right)]
                return py.tuple_(parts, at)
        return self.value(node)

    def relationship(self, node: n.RelationshipExpression) -> ast.expr:
        at = self.at(node)
        left, right = self.value(node.left), self.value(node.right)
        arguments = [self.scope(at), py.constant(node.operator, at), left, right]
        return self.called("relate", node, *arguments, left=node.left, right=node.right)


def _value(operation: n.AttributeOperation | n.AttributesOperation) -> tuple[n.Node, ...]:
    return (operation.value,) if isinstance(operation, n.AttributeOperation) else ()


def _slice(at: tuple[int, int, int, int]) -> ast.expr:
    import ast

    return ast.Slice(None, None, py.constant(2, at))
