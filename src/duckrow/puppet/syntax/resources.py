"""Assignments, relationships, resources in all their forms, and collectors.

The expression before an opening brace decides the form: a name makes resources, a type name sets
defaults, a reference with brackets overrides. A brace after any complete expression belongs to it,
even on the next line.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.cursor import Cursor
from duckrow.puppet.syntax.literals import LEAVES
from duckrow.puppet.syntax.make import make
from duckrow.puppet.syntax.operators import CONTINUES
from duckrow.puppet.syntax.statements import statement_call
from duckrow.puppet.syntax.tokens import KEYWORDS, TASK_KEYWORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    Operation = n.AttributeOperation | n.AttributesOperation


_EDGES = frozenset(("->", "~>", "<-", "<~"))
_ASSIGNS = frozenset(("=", "+=", "-="))
_FOLLOWS = frozenset(("{", *_EDGES, *_ASSIGNS))
_STARTS = frozenset(("@", "@@", "class"))
_ATTRIBUTE_NAMES = frozenset(("NAME", *KEYWORDS, *TASK_KEYWORDS))
_ATTRIBUTE_STARTS = frozenset(("*", *_ATTRIBUTE_NAMES))
_ONLY_ATTRIBUTE_NAMES = frozenset(("and", "else", "elsif", "in", "inherits", "or"))
# An operand of one token is complete, unless one of these follows.
_GOES_ON = CONTINUES | _FOLLOWS
_ARROWS = frozenset(("=>", "+>"))


class Resources(Cursor):
    """The levels of the grammar between a statement and an expression."""

    __slots__ = ()

    def assignment(self) -> n.Expression:
        kinds, i = self.kinds, self.i
        kind = kinds[i]
        if kinds[i + 1] not in _GOES_ON and kind in LEAVES:
            return self.operands[kind](self)
        node = self.resource_head() if kind in _STARTS else self.expression()
        if kinds[self.i] in _FOLLOWS:
            return self._followed(node)
        return node

    def _followed(self, node: n.Expression) -> n.Expression:
        kinds = self.kinds
        while kinds[self.i] == "{":
            node = self._with_body(node)
        while kinds[self.i] in _EDGES:
            edge = self.i
            self.i = edge + 1
            right = self.resource()
            node = make.RelationshipExpression(
                node.start, right.end, self.starts[edge], node, right, kinds[edge]
            )
        if kinds[self.i] in _ASSIGNS:
            equals = self.i
            self.i = equals + 1
            right = self.assignment()
            node = make.AssignmentExpression(
                node.start, right.end, self.starts[equals], node, right, kinds[equals]
            )
        return node

    def resource(self) -> n.Expression:
        """Parse one side of a relationship."""
        node = self.resource_head()
        while self.kinds[self.i] == "{":
            node = self._with_body(node)
        return node

    def resource_head(self) -> n.Expression:
        kind = self.kinds[self.i]
        if kind == "@":
            return self._formed("virtual")
        if kind == "@@":
            return self._formed("exported")
        if kind == "class" and self.kinds[self.i + 1] == "{":
            return self._class_resource()
        return self.expression()

    def _formed(self, form: str) -> n.Expression:
        """Parse a virtual or exported resource."""
        sign = self.i
        self.i = sign + 1
        node = self.resource()
        at = self.starts[sign]
        self.raise_lexer_error()
        match node:
            case n.ResourceExpression():
                return make.ResourceExpression(at, node.end, at, form, node.type_name, node.bodies)
            case n.ResourceDefaultsExpression():
                return make.ResourceDefaultsExpression(
                    at, node.end, at, form, node.type_ref, node.operations
                )
            case n.ResourceOverrideExpression():
                return make.ResourceOverrideExpression(
                    at, node.end, at, form, node.resources, node.operations
                )
        raise self.error(f"{form}-non-resource", at, node.end)

    def _with_body(self, left: n.Expression) -> n.Expression:
        opening = self.i
        self.i = opening + 1
        kinds = self.kinds
        kind, following = kinds[opening + 1], kinds[opening + 2]
        is_titled = not (
            kind in ("}", ",")
            or (following in _ARROWS and kind in _ATTRIBUTE_NAMES)
            or (following == "=>" and kind == "*")
        )
        if not is_titled:
            return self._untitled(left, opening)
        if kind in _ONLY_ATTRIBUTE_NAMES:
            self.i += 1
            raise self.unexpected()
        title = self.expression()
        at = left.at
        bodies = [self._body_after(title, at)]
        if kinds[self.i] == ";":
            self._more_bodies(bodies, at)
        closing = self.expect("}")
        return make.ResourceExpression(
            left.start, self.ends[closing], at, "regular", left, tuple(bodies)
        )

    def _body_after(self, title: n.Expression, at: int) -> n.ResourceBody:
        self.expect(":")
        operations = self.attribute_operations()
        return make.ResourceBody(title.start, self.ends[self.i - 1], at, title, operations)

    def _more_bodies(self, bodies: list[n.ResourceBody], at: int) -> None:
        """Parse further bodies, each after a semicolon; one may also end the list."""
        while self.kinds[self.i] == ";":
            self.i += 1
            if self.kinds[self.i] == "}":
                return
            bodies.append(self._body_after(self.expression(), at))

    def _class_resource(self) -> n.Expression:
        keyword = self.i
        self.i = keyword + 2
        at = self.starts[keyword]
        bodies = [self._body_after(self.expression(), at)]
        self._more_bodies(bodies, at)
        closing = self.expect("}")
        name = make.QualifiedName(at, self.ends[keyword], "class")
        return make.ResourceExpression(at, self.ends[closing], at, "regular", name, tuple(bodies))

    def _untitled(self, left: n.Expression, opening: int) -> n.Expression:
        operations = self.attribute_operations()
        closing = self.expect("}")
        start, end, at = left.start, self.ends[closing], left.at
        match left:
            case n.QualifiedName():
                return self._hash_after_name(left, operations, opening, closing)
            case n.QualifiedReference():
                return make.ResourceDefaultsExpression(start, end, at, "regular", left, operations)
            case n.AccessExpression():
                return make.ResourceOverrideExpression(start, end, at, "regular", left, operations)
        raise self.error("not-a-resource", at, left.end)

    def _hash_after_name(
        self, name: n.QualifiedName, operations: tuple[Operation, ...], opening: int, closing: int
    ) -> n.Expression:
        """Read `name { a => b }` as a call with a hash, or as two values, rejected later."""
        # The reference reports errors in any part of this hash at its brace.
        at = self.starts[opening]
        entries = []
        for operation in operations:
            key: n.Expression
            if isinstance(operation, n.AttributesOperation):
                key = make.Nop(at, at)
                value: n.Expression = key
            elif operation.operator == "+>":
                raise self.error("resource-without-title-or-hash", at)
            else:
                key_end = operation.start + len(operation.name)
                key = make.LiteralString(operation.start, key_end, operation.name)
                value = operation.value
            entries.append(make.KeyedEntry(operation.start, operation.end, at, key, value))
        hash_ = make.LiteralHash(at, self.ends[closing], at, tuple(entries))
        call = statement_call(name, (hash_,))
        if call is not None:
            return call
        return make.BlockExpression(name.start, hash_.end, name.start, (name, hash_))

    # Attributes

    def attribute_operations(self) -> tuple[Operation, ...]:
        """Parse attributes; a comma may precede the first and follow the last."""
        operations: list[Operation] = []
        kinds, starts = self.kinds, self.starts
        i = self.i
        if kinds[i] == ",":
            i += 1
        while (kind := kinds[i]) in _ATTRIBUTE_STARTS:
            arrow = kinds[i + 1]
            if arrow != "=>" and (arrow != "+>" or kind == "*"):
                self.i = i + 1
                raise self.unexpected()
            self.i = i + 2
            value = self.expression()
            operations.append(
                make.AttributesOperation(starts[i], value.end, value)
                if kind == "*"
                else make.AttributeOperation(starts[i], value.end, self.texts[i], arrow, value)
            )
            i = self.i
            if kinds[i] != ",":
                break
            i += 1
        self.i = i
        return tuple(operations)

    # Collectors

    def collector(self, type_expr: n.Expression) -> n.Expression:
        """Parse a collector's query and the attributes it sets."""
        opening = self.i
        is_virtual = self.kinds[opening] == "<|"
        closes = "|>" if is_virtual else "|>>"
        self.i = opening + 1
        expr = None if self.kinds[self.i] == closes else self.expression()
        end = self.ends[self.expect(closes)]
        query_of = make.VirtualQuery if is_virtual else make.ExportedQuery
        query = query_of(self.starts[opening], end, expr)
        operations: tuple[Operation, ...] = ()
        if self.kinds[self.i] == "{":
            self.i += 1
            operations = self.attribute_operations()
            end = self.ends[self.expect("}")]
        return make.CollectExpression(
            type_expr.start, end, type_expr.at, type_expr, query, operations
        )
