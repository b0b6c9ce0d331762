"""Write expressions: one function per kind of node, which returns words, marks and nodes.

A function writes its own node and leaves the nodes below it in the stream; `printer` replaces them
in turn. Parentheses are nodes of their own, so none are added here.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import printer_shapes as shapes
from duckrow.puppet.syntax import printer_words as words
from duckrow.puppet.syntax.operators import POWER
from duckrow.puppet.syntax.printer_items import (
    BARE,
    BREAK,
    CLOSE,
    DEDENT,
    EXPRESSION,
    EXPRESSION_END,
    FORCE,
    HEREDOC_END,
    INDENT,
    OPEN,
    RENDER,
    RENDER_END,
    SOFT,
    Guard,
    HeredocStart,
    IfBroken,
    TemplateText,
    Text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Items = list[Any]
    Writer = Callable[[Any], Items]

LAST_COMMA = IfBroken(",")


# Lists


def listed(
    opening: str, things: Sequence[Items], closing: str, last_comma: bool = True, gap: object = SOFT
) -> Items:
    """Write items between brackets, on one line or on one line each."""
    if not things:
        return [opening + closing]
    items: Items = [OPEN, opening, INDENT, gap]
    for index, thing in enumerate(things):
        if index:
            items += (",", BREAK)
        items += thing
    if last_comma:
        items.append(LAST_COMMA)
    return [*items, DEDENT, gap, closing, CLOSE]


def _each(values: Sequence[n.Node]) -> list[Items]:
    return [[value] for value in values]


def pairs(keys: Sequence[n.Expression], values: Sequence[n.Expression]) -> list[Items]:
    """Write key => value pairs; on separate lines their arrows are aligned."""
    texts = [words.plain(key) for key in keys]
    simple = [text for text in texts if text is not None and "\n" not in text]
    width = max(map(len, simple)) if len(simple) == len(keys) and simple else 0
    found: list[Items] = []
    for key, text, value in zip(keys, texts, values, strict=True):
        padding = " " * (width - len(text or ""))
        pad: Items = [IfBroken(padding)] if width and padding else []
        found.append([key, *pad, " => ", value])
    return found


# Strings


def concatenated(node: n.ConcatenatedString) -> Items:
    items: Items = ['"']
    for segment in node.segments:
        if isinstance(segment, n.LiteralString):
            items.append(words.escaped(segment.value))
        else:
            items.append(segment)
    items.append('"')
    return items


def text_expression(node: n.TextExpression) -> Items:
    first, parent = shapes.leftmost(node.expr)
    is_bare = (
        isinstance(first, n.VariableExpression)
        and (parent is None or isinstance(parent, n.AccessExpression | n.NamedAccessExpression))
        and words.is_bare_variable(first.name)
    )
    return [EXPRESSION, *([BARE] if is_bare else []), node.expr, EXPRESSION_END]


def heredoc(node: n.HeredocExpression) -> Items:
    text = node.text
    interpolates = isinstance(text, n.ConcatenatedString)
    segments = text.segments if isinstance(text, n.ConcatenatedString) else (text,)
    values = [part.value if isinstance(part, n.LiteralString) else "" for part in segments]
    escapes = words.heredoc_escapes(values, interpolates)
    items: Items = [HeredocStart(node.syntax, interpolates, escapes)]
    last = len(segments) - 1
    for index, segment in enumerate(segments):
        if isinstance(segment, n.LiteralString):
            is_first, is_last = index == 0, index == last
            value = words.heredoc_text(segment.value, escapes, is_first, is_last)
            items.append(Text(value))
        else:
            items.append(segment)
    return [*items, HEREDOC_END]


# Collections


def list_(node: n.LiteralList) -> Items:
    return listed("[", _each(node.values), "]")


def hash_(node: n.LiteralHash) -> Items:
    keys = [entry.key for entry in node.entries]
    values = [entry.value for entry in node.entries]
    return listed("{", pairs(keys, values), "}", gap=BREAK)


def access(node: n.AccessExpression) -> Items:
    return [node.left, *listed("[", _each(node.keys), "]", last_comma=False)]


# Operators


def _operator_of(node: n.BinaryExpression) -> str:
    if isinstance(node, n.OperatorExpression):
        return node.operator
    return {n.InExpression: "in", n.AndExpression: "and", n.OrExpression: "or"}[type(node)]


def binary(node: n.BinaryExpression) -> Items:
    """Write a whole chain of operators of one precedence as one group."""
    power = POWER[_operator_of(node)]
    chain: list[n.BinaryExpression] = [node]
    left: n.Node = node.left
    while type(left) is type(node) and POWER[_operator_of(left)] == power:
        chain.append(left)
        left = left.left
    items: Items = [OPEN, left, INDENT]
    for link in reversed(chain):
        items += (" " + _operator_of(link), BREAK, link.right)
    return [*items, DEDENT, CLOSE]


def relationship(node: n.RelationshipExpression) -> Items:
    chain = [node]
    left: n.Node = node.left
    while isinstance(left, n.RelationshipExpression):
        chain.append(left)
        left = left.left
    items: Items = [OPEN, left]
    for link in reversed(chain):
        items += (BREAK, link.operator + " ", link.right)
    return [*items, CLOSE]


def assignment(node: n.AssignmentExpression) -> Items:
    return [node.left, f" {node.operator} ", node.right]


def prefix(sign: str) -> Writer:
    return lambda node: [sign, node.expr]


def parenthesized(node: n.ParenthesizedExpression) -> Items:
    return ["(", node.expr, ")"]


def selector(node: n.SelectorExpression) -> Items:
    keys = [entry.matching for entry in node.selectors]
    values = [entry.value for entry in node.selectors]
    if len(keys) == 1 and shapes.ends_in_empty_text(values[0]):
        return [node.left, " ? ", keys[0], " => ", values[0]]
    entries = pairs(keys, values)
    if len(entries) > 1:
        entries[0].insert(0, FORCE)
    return [node.left, " ? ", *listed("{", entries, "}", gap=BREAK)]


# Calls


def call(node: n.CallNamedFunctionExpression) -> Items:
    if not node.needs_value:
        # Not a statement, so it was `notice { key => value }`.
        (argument,) = node.arguments
        assert isinstance(argument, n.LiteralHash)
        return name_with_hash(node.functor, argument)
    return call_with_arguments(node)


def call_with_arguments(node: n.CallExpression) -> Items:
    arguments = listed("(", _each(node.arguments), ")", last_comma=False)
    return [node.functor, *arguments, *_block(node)]


def method_call(node: n.CallMethodExpression) -> Items:
    if node.arguments:
        return call_with_arguments(node)
    # Following parentheses would be taken as the arguments.
    return [node.functor, *(_block(node) or [Guard("(", "()")])]


def _block(node: n.CallExpression) -> Items:
    return [] if node.block is None else [" ", node.block]


def named_access(node: n.NamedAccessExpression) -> Items:
    return [node.left, ".", node.right]


def name_with_hash(name: n.Expression, hash_: n.LiteralHash) -> Items:
    """Write the one form in which a name and a following hash make an expression."""
    entries: list[Items] = []
    for entry in hash_.entries:
        if isinstance(entry.key, n.LiteralString):
            entries.append([entry.key.value, " => ", entry.value])
        else:
            entries.append(["* => undef"])  # the tree does not keep the original
    return [name, " ", *listed("{", entries, "}", gap=BREAK)]


# Templates


def render_string(node: n.RenderStringExpression) -> Items:
    return [TemplateText(node.value)]


def render(value: Items) -> Items:
    return [RENDER, *value, RENDER_END]
