"""Resources: declarations, defaults, overrides, collectors and relationships."""

from __future__ import annotations

import _ast as ast

from duckrow.puppet.compiler.calls import Calls
from duckrow.puppet.syntax import nodes as n
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Lines = tuple[tuple[str, int], ...] | None
    Operations = tuple[n.AttributeOperation | n.AttributesOperation, ...]
    Named = list[tuple[n.Node, str]]  # the titles of bodies, and the Python names of their values
    Check = Callable[[n.ResourceExpression, n.Node, ast.expr, Named], ast.expr]


class Resources(Calls):
    """Writes resource statements."""

    def resource(self, node: n.ResourceExpression) -> ast.expr:
        return py.call("references_to", [self.declared(node)], self.at(node))

    def declared(self, node: n.ResourceExpression) -> ast.expr:
        """Write a resource expression whose value, references to the resources, is not used."""
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
        if node.form == "exported":
            type_ = self.called("exported", node, self.scope(at), type_)
        parts: dict[str, n.Node] = {"type": node.type_name}
        for index, body in enumerate(node.bodies):
            parts[f"title{index}"] = body.title
            parts.setdefault("title", body.title)
        function, arguments = self._declared(node)
        arguments = [self.scope(at), py.constant(node.form, at), type_, *arguments]
        return self.called(function, node, *arguments, **parts)

    def _declared(self, node: n.ResourceExpression) -> tuple[str, list[ast.expr]]:
        """Write the bodies as arguments; return the function of `catalog.statements` for them.

        Titles and attributes are evaluated in the order of the bodies, the title of each first.
        Where attributes may do something, a title is checked before them.
        """
        at = self.at(node)
        titles = [body.title for body in node.bodies]
        line, lines = self._lines(node)
        where = [py.constant(self.source.name or "", at), py.constant(line, at)]
        has_name = isinstance(node.type_name, n.QualifiedName)
        if has_name and len(titles) == 1 and _is_text(titles[0]):
            title = self.value(titles[0])
            attributes = self.attributes(node.bodies[0].operations, node)
            where.append(py.constant(lines[0] if lines else None, at))
            return "create", [title, attributes, *where]
        where.append(py.constant(lines, at))
        if has_name and _are_texts(titles):
            if all(isinstance(each, _TITLES) for each in titles):
                named = [self.value(each) for each in titles]
                given = [self.attributes(body.operations, node) for body in node.bodies]
                return "create_all", [py.tuple_(named, at), py.tuple_(given, at), *where]
            if len(titles) <= _MOST_COMPARED:
                return "create_all", [*self._bodies(node, self._different), *where]
        has_effects = any(not isinstance(part, _QUIET) for part in _values(node))
        check = self._checked if has_effects else _unchecked
        return "declare", [*self._bodies(node, check), *where]

    def _bodies(self, node: n.ResourceExpression, check: Check) -> tuple[ast.expr, ast.expr]:
        """Write titles and attributes as two tuples."""
        at = self.at(node)
        if len(node.bodies) == 1:
            body = node.bodies[0]
            title = check(node, body.title, self.value(body.title), [])
            return py.tuple_([title], at), py.tuple_([self.attributes(body.operations, node)], at)
        steps: list[ast.expr] = []
        named: list[tuple[n.Node, str]] = []
        temporaries: list[str] = []
        for body in node.bodies:
            title = check(node, body.title, self.value(body.title), named)
            named.append((body.title, self.temporary("t")))
            temporaries.append(self.temporary("a"))
            steps.append(py.walrus(named[-1][1], title, at))
            steps.append(py.walrus(temporaries[-1], self.attributes(body.operations, node), at))
        every_second = py.placed(_slice(at), at)
        made = py.item(py.tuple_(steps, at), every_second, at)
        return made, py.tuple_([py.name(each, at) for each in temporaries], at)

    def _checked(
        self, node: n.ResourceExpression, title: n.Node, value: ast.expr, before: Named
    ) -> ast.expr:
        """Write the check of a title whose type is known when it is evaluated."""
        if len(node.bodies) == 1 and isinstance(title, _TITLES):
            return value
        at = self.at(node)
        names = [py.name(name, at) for _, name in before[-_MOST_COMPARED:]]
        return self.called("checked_title", node, value, py.constant(len(before), at), *names)

    def _different(
        self, node: n.ResourceExpression, title: n.Node, value: ast.expr, before: Named
    ) -> ast.expr:
        """Write the check that a string is not the title of a body before; literals differ."""
        at = self.at(node)
        is_literal = isinstance(title, _TITLES)
        others = [
            py.name(name, at)
            for other, name in before
            if not is_literal or not isinstance(other, _TITLES)
        ]
        if not others:
            return value
        name = self.temporary("t")
        known = py.name(name, at)
        number = py.constant(len(before), at)
        repeated = self.called("checked_title", node, known, number, *others)
        is_repeated = py.in_(py.walrus(name, value, at), py.tuple_(others, at), at)
        return py.either(is_repeated, repeated, known, at)

    def _lines(self, node: n.ResourceExpression) -> tuple[int, tuple[Lines, ...]]:
        """Return the line of a statement and, if one is elsewhere, those of all attributes."""
        line = self.at(node)[0]
        lines = tuple(self.lines_of(body.operations, line) for body in node.bodies)
        return line, lines if any(lines) else ()

    def lines_of(self, operations: Operations, line: int) -> Lines:
        """Return name and line of attributes, unless all are on the line of the statement."""
        lines = tuple(
            (each.name if isinstance(each, n.AttributeOperation) else "*", self.at(each)[0])
            for each in operations
        )
        return lines if any(there != line for _, there in lines) else None

    def attributes(
        self, operations: Operations, node: n.Node, merge: str = "attributes"
    ) -> ast.expr:
        """Write attributes as a dict; splats, `+>` and repeated names are merged at run time."""
        at = self.at(node)
        names = [each.name for each in operations if isinstance(each, n.AttributeOperation)]
        plain = len(set(names)) == len(operations) and all(
            isinstance(each, n.AttributeOperation) and each.operator == "=>" for each in operations
        )
        if plain:
            keys = [py.constant(name, at) for name in names]
            values = [
                self._attribute(each)
                for each in operations
                if isinstance(each, n.AttributeOperation)
            ]
            return py.dict_(keys, values, at)
        made = []
        for each in operations:
            if isinstance(each, n.AttributeOperation):
                parts = [py.constant(each.name, at), py.constant(each.operator, at)]
                parts.append(self._attribute(each))
            else:
                hash_ = self.called("splat_attributes", each.expr, self.value(each.expr))
                hash_ = self.called("attribute_value", each, hash_)
                parts = [py.constant("*", at), py.constant("=>", at), hash_]
            made.append(py.tuple_(parts, at))
        return self.called(merge, node, *made)

    def _attribute(self, node: n.AttributeOperation) -> ast.expr:
        """Write the value of an attribute; an error has the location of the attribute."""
        value = self.value(node.value)
        if not _may_be_rejected(node.value):
            return value
        # Nearly all values are plain: a call only to find this out takes twice as long.
        at = self.at(node)
        name = self.temporary()
        kind = py.attribute(py.walrus(name, value, at), "__class__", at)
        is_plain = py.in_(kind, py.name("PLAIN", at), at)
        checked = self.called("attribute_value", node, py.name(name, at))
        return py.either(is_plain, py.name(name, at), checked, at)

    def defaults(self, node: n.ResourceDefaultsExpression) -> ast.expr:
        at = self.at(node)
        type_ = self.value(node.type_ref)
        arguments = [self.scope(at), type_, self.attributes(node.operations, node)]
        arguments.append(py.constant(at[0], at))
        arguments.append(py.constant(self.lines_of(node.operations, at[0]), at))
        return self.called("declare_defaults", node, *arguments, type=node.type_ref)

    def override(self, node: n.ResourceOverrideExpression) -> ast.expr:
        at = self.at(node)
        references = self.value(node.resources)
        given = self.attributes(node.operations, node, "changes")
        arguments = [self.scope(at), references, given, py.constant(at[0], at)]
        arguments.append(py.constant(self.lines_of(node.operations, at[0]), at))
        return self.called("override", node, *arguments, resources=node.resources)

    def collector(self, node: n.CollectExpression) -> ast.expr:
        at = self.at(node)
        # The type is known by its name alone: one that does not exist is an error of the query.
        if isinstance(node.type_expr, n.QualifiedReference):
            type_ = py.constant(node.type_expr.cased_value, at)
        else:
            type_ = self.value(node.type_expr)
        query = py.constant(None, at)
        if node.query.expr is not None:
            query = self._query(node.query.expr, node)
        changes = py.constant(None, at)
        if node.operations:
            changes = self.attributes(node.operations, node, "changes")
        arguments = [
            self.scope(at),
            py.constant(isinstance(node.query, n.ExportedQuery), at),
            type_,
            query,
            changes,
            py.constant(at[0], at),
            py.constant(self.lines_of(node.operations, at[0]), at),
        ]
        return self.called("collect", node, *arguments, type=node.type_expr, query=node.query)

    def _query(self, node: n.Node, collector: n.CollectExpression) -> ast.expr:
        at = self.at(node)
        match node:
            case n.ParenthesizedExpression():
                return self._query(node.expr, collector)
            case n.AndExpression() | n.OrExpression():
                word = "and" if isinstance(node, n.AndExpression) else "or"
                sides = [self._query(node.left, collector), self._query(node.right, collector)]
                return py.tuple_([py.constant(word, at), *sides], at)
            case n.ComparisonExpression():
                sides = [self._query(node.left, collector), self._query(node.right, collector)]
                return py.tuple_([py.constant(node.operator, at), *sides], at)
        if isinstance(node, _IN_QUERIES):
            return self.value(node)
        return self.called("illegal_query", collector, py.constant(type(node).__name__, at))

    def relationship(self, node: n.RelationshipExpression) -> ast.expr:
        at = self.at(node)
        left, right = self.value(node.left), self.value(node.right)
        arguments = [self.scope(at), py.constant(node.operator, at), left, right]
        arguments.append(py.constant((self.source.name or "", at[0], at[1] + 1), at))
        return self.called("relate", node, *arguments, left=node.left, right=node.right)


_MOST_COMPARED = 20  # titles before a body that its own are compared with at once

_TITLES = (n.LiteralString, n.QualifiedName)
_ENTRIES = frozenset(("Catalogentry", "CatalogEntry", "Class", "Resource"))
# Values that any attribute can have.
_HARMLESS = (
    n.Literal,
    n.ConcatenatedString,
    n.HeredocExpression,
    n.BooleanExpression,
    n.ComparisonExpression,
    n.MatchExpression,
    n.InExpression,
    n.NotExpression,
)
# Expressions that cannot fail and have no effect.
_QUIET = (
    *_TITLES,
    n.LiteralBoolean,
    n.LiteralInteger,
    n.LiteralFloat,
    n.LiteralUndef,
)
# Expressions that a query can compare; others are rejected when the collector is evaluated.
_IN_QUERIES = (
    n.AccessExpression,
    n.VariableExpression,
    n.LiteralBoolean,
    n.LiteralString,
    n.ConcatenatedString,
    n.LiteralInteger,
    n.LiteralFloat,
    n.LiteralUndef,
    n.QualifiedName,
)


def _may_be_rejected(node: n.Node) -> bool:
    """Return whether a value may be one that no catalog holds, or have one in it.

    Those are iterators, and types of resources and classes in general.
    """
    if isinstance(node, n.QualifiedReference):
        return node.cased_value in _ENTRIES
    if isinstance(node, n.LiteralList):
        return any(map(_may_be_rejected, node.values))
    if isinstance(node, n.LiteralHash):
        parts = (part for entry in node.entries for part in (entry.key, entry.value))
        return any(map(_may_be_rejected, parts))
    return not isinstance(node, _HARMLESS)


def _values(node: n.ResourceExpression) -> list[n.Node]:
    """List the values of all attributes; a splat counts as one."""
    operations = [each for body in node.bodies for each in body.operations]
    return [each.value if isinstance(each, n.AttributeOperation) else each for each in operations]


def _unchecked(_node: n.Node, _title: n.Node, value: ast.expr, _before: Named) -> ast.expr:
    return value


def _is_text(title: n.Node) -> bool:
    """Return whether a title is surely a string with a character in it."""
    if isinstance(title, n.ConcatenatedString):
        return any(isinstance(each, n.LiteralString) and each.value for each in title.segments)
    return isinstance(title, _TITLES) and bool(title.value)


def _are_texts(titles: Sequence[n.Node]) -> bool:
    """Return whether titles are surely strings, and different where they are literals."""
    literals = [title.value for title in titles if isinstance(title, _TITLES)]
    return all(map(_is_text, titles)) and len(set(literals)) == len(literals)


def _slice(at: tuple[int, int, int, int]) -> ast.expr:
    return ast.Slice(None, None, py.constant(2, at))
