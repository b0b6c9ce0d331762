"""Questions about a tree that the printer asks before it writes a node.

The grammar looks at the first token of an expression, and at the one before it, to tell a list from
an access or a pattern from a division. These functions find the nodes of such tokens. They follow
one edge of the tree and do not recurse.
"""

from __future__ import annotations

import re

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.statements import STATEMENT_FUNCTIONS

_ATTRIBUTE_NAME = re.compile(r"(?!(?:true|false)\Z)(?:::)?[a-z]\w*(?:::[a-z]\w*)*", re.ASCII)

_LEFT_EDGE: dict[type, str] = {
    n.AccessExpression: "left",
    n.NamedAccessExpression: "left",
    n.SelectorExpression: "left",
    n.CallNamedFunctionExpression: "functor",
    n.CallMethodExpression: "functor",
    n.CollectExpression: "type_expr",
    n.ResourceExpression: "type_name",
    n.ResourceDefaultsExpression: "type_ref",
    n.ResourceOverrideExpression: "resources",
    n.ArithmeticExpression: "left",
    n.ComparisonExpression: "left",
    n.MatchExpression: "left",
    n.InExpression: "left",
    n.AndExpression: "left",
    n.OrExpression: "left",
    n.AssignmentExpression: "left",
    n.RelationshipExpression: "left",
}
_RIGHT_EDGE: dict[type, str] = {
    n.NotExpression: "expr",
    n.UnaryMinusExpression: "expr",
    n.UnfoldExpression: "expr",
    n.ArithmeticExpression: "right",
    n.ComparisonExpression: "right",
    n.MatchExpression: "right",
    n.InExpression: "right",
    n.AndExpression: "right",
    n.OrExpression: "right",
    n.AssignmentExpression: "right",
    n.RelationshipExpression: "right",
}


def leftmost(node: n.Node) -> tuple[n.Node, n.Node | None]:
    """Return the node of the first token, and the node whose left side it is."""
    parent: n.Node | None = None
    while True:
        edge = _LEFT_EDGE.get(type(node))
        if edge is None or getattr(node, "form", "regular") != "regular":
            return node, parent
        parent, node = node, getattr(node, edge)


def begins_with_pattern_in_string(node: n.Node) -> bool:
    """Return whether a statement starts with a string that starts with a pattern.

    The lexer interprets the slash of such a pattern by the token before the whole string.
    """
    first, _ = leftmost(node)
    while type(first) is n.ConcatenatedString:
        inner = next(part for part in first.segments if type(part) is n.TextExpression)
        first, _ = leftmost(inner.expr)
    return type(first) is n.LiteralRegularExpression


def ends_in_empty_text(node: n.Node) -> bool:
    """Return whether a node ends with empty text, which only the end of a template has.

    Nothing can be written after it, so its surroundings must need no closing mark.
    """
    while True:
        edge = _RIGHT_EDGE.get(type(node))
        if edge is not None:
            node = getattr(node, edge)
        elif type(node) is n.SelectorExpression and len(node.selectors) == 1:
            node = node.selectors[0].value
        elif type(node) is n.CallNamedFunctionExpression and is_statement_call(node):
            node = node.arguments[-1]
        else:
            return type(node) is n.RenderStringExpression and node.value == ""


def is_statement_call(node: n.CallNamedFunctionExpression) -> bool:
    """Return whether a call could be written without parentheses."""
    functor = node.functor
    return (
        not node.needs_value
        and node.block is None
        and bool(node.arguments)
        and isinstance(functor, n.QualifiedName)
        and functor.value in STATEMENT_FUNCTIONS
    )


_MORE_THAN_EXPRESSIONS = (
    n.AssignmentExpression,
    n.RelationshipExpression,
    n.AbstractResource,
    n.BlockExpression,
)


def is_expression(node: n.Node) -> bool:
    """Return whether a node fits where the grammar requires an expression."""
    if isinstance(node, n.CallNamedFunctionExpression):
        return node.needs_value
    return not isinstance(node, _MORE_THAN_EXPRESSIONS)


def is_name_with_hash(node: n.Node) -> bool:
    """Return whether a block is the result of `name { key => value }`, not two statements."""
    if not isinstance(node, n.BlockExpression) or len(node.statements) != 2:
        return False
    name, hash_ = node.statements
    return (
        isinstance(name, n.QualifiedName)
        and isinstance(hash_, n.LiteralHash)
        and all(_is_attribute(entry) for entry in hash_.entries)
    )


def lacks_a_key(node: n.LiteralHash) -> bool:
    """Return whether a hash comes from `name { * => value }`, whose keys the tree lacks."""
    return any(isinstance(entry.key, n.Nop) for entry in node.entries)


def _is_attribute(entry: n.KeyedEntry) -> bool:
    if isinstance(entry.key, n.Nop):
        return True
    key = entry.key
    return (
        isinstance(key, n.LiteralString)
        and _ATTRIBUTE_NAME.fullmatch(key.value) is not None
        and is_expression(entry.value)
    )


_BIG = (n.Definition, n.AbstractResource, n.IfExpression, n.UnlessExpression, n.CaseExpression)


def is_big(node: n.Node) -> bool:
    """Return whether a statement takes several lines and gets blank lines around it."""
    if isinstance(node, n.RelationshipExpression):
        return isinstance(node.left, n.AbstractResource) or isinstance(
            node.right, n.AbstractResource
        )
    if isinstance(node, n.CallExpression):
        inner = body_statements(node.block.body) if node.block is not None else ()
        return len(inner) > 1 or any(isinstance(statement, _BIG) for statement in inner)
    return isinstance(node, _BIG) and not isinstance(node, n.TypeAlias)


def branch_statements(branch: n.Expression | None) -> tuple[n.Expression, ...]:
    """Return the statements of a branch, which is a block only if there are several."""
    if branch is None or isinstance(branch, n.Nop):
        return ()
    if isinstance(branch, n.BlockExpression) and not is_name_with_hash(branch):
        return branch.statements
    return (branch,)


def body_statements(body: n.Expression | None) -> tuple[n.Expression, ...]:
    """Return the statements of a body, which is a block even of one."""
    if body is None or isinstance(body, n.Nop):
        return ()
    return body.statements if isinstance(body, n.BlockExpression) else (body,)
