"""What generated trees are made of: words, and how tight an operand has to bind in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from duckrow.puppet.syntax import nodes as n

T = TypeVar("T")
Expressions = st.SearchStrategy[n.Expression]


def make(kind: Callable[..., T], **fields: object) -> T:
    """Make a node; positions do not matter here."""
    slots: Sequence[str] = kind.__slots__  # type: ignore[attr-defined]
    return kind(*(fields.get(name, 0) for name in slots))


def built(kind: Callable[..., T], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[T]:
    return st.fixed_dictionaries(fields).map(lambda values: make(kind, **values))


def tuples(items: st.SearchStrategy[T], least: int = 0, most: int = 3) -> Any:
    return st.lists(items, min_size=least, max_size=most).map(tuple)


def optional(items: st.SearchStrategy[T]) -> st.SearchStrategy[T | None]:
    return st.none() | items


# Words

names = st.sampled_from(["a", "foo", "bar::baz", "::top", "x_1"])
variables = st.sampled_from(["a", "b::c", "::d", "_e", "1", "1a", "A", "true", "if"])
capitals = st.sampled_from(["A", "Foo::Bar", "::Top", "String"])
strings = st.text(st.characters(codec="utf-8"), max_size=8) | st.sampled_from(
    ["\\", "\\\\", "'", '"', "$", "${a}", "\\u0041", "a\nb\n", "\r", "\r\n", "END", "\ufeff", "<%"]
)
patterns = st.lists(
    st.sampled_from(["a", "/", ".", "\\d", "\\\\", "[b]", "\n", "é", "(c)"]), max_size=4
).map("".join)

# What ${ } would read as a variable, or as the name of one, when it stands first.
READ_AS_VARIABLE = (
    n.QualifiedName,
    n.LiteralInteger,
    n.LiteralFloat,
    n.LiteralBoolean,
    n.LiteralUndef,
    n.LiteralDefault,
    n.ReservedWord,
)

name_nodes = built(n.QualifiedName, value=names)
variable_nodes = built(n.VariableExpression, name=variables)
type_nodes = built(n.QualifiedReference, cased_value=capitals)
string_nodes = built(n.LiteralString, value=strings)
pattern_nodes = built(n.LiteralRegularExpression, pattern=patterns)
leaves: Expressions = st.one_of(
    name_nodes,
    variable_nodes,
    type_nodes,
    string_nodes,
    pattern_nodes,
    built(n.LiteralInteger, value=st.integers(0, 2**70), radix=st.sampled_from((8, 10, 16))),
    built(n.LiteralFloat, value=st.floats(1e-300, 1e300)),
    built(n.LiteralBoolean, value=st.booleans()),
    st.sampled_from((n.LiteralUndef, n.LiteralDefault)).map(make),
    built(n.ReservedWord, word=st.sampled_from(("attr", "private"))),
)

# Strengths, as in the grammar: what stands on the left of an operator must bind as tight as the
# operator does, what stands on its right tighter.

POWER = {"in": 90, "*": 70, "/": 70, "%": 70, "+": 60, "-": 60, "<<": 50, ">>": 50}
POWER |= dict.fromkeys(("=~", "!~"), 80) | dict.fromkeys(("==", "!="), 40)
POWER |= dict.fromkeys(("<", "<=", ">", ">="), 30) | {"and": 10, "or": 5}
PRIMARY, UNARY, SELECTOR = 200, 100, 20
KINDS: dict[str, Callable[..., n.Expression]] = {
    "in": n.InExpression,
    "and": n.AndExpression,
    "or": n.OrExpression,
    "=~": n.MatchExpression,
    "!~": n.MatchExpression,
    **dict.fromkeys(("*", "/", "%", "+", "-", "<<", ">>"), n.ArithmeticExpression),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), n.ComparisonExpression),
}
WORDS = {n.InExpression: "in", n.AndExpression: "and", n.OrExpression: "or"}
MORE = (n.AssignmentExpression, n.RelationshipExpression, n.AbstractResource)


# After anything else, the lexer takes a slash for the start of a pattern if another one follows.
DIVISIBLE = (n.VariableExpression, n.LiteralInteger, n.LiteralFloat, n.AccessExpression)


def power(node: n.Expression) -> int:
    if isinstance(node, n.BinaryExpression) and not isinstance(node, MORE):
        return POWER[getattr(node, "operator", None) or WORDS[type(node)]]
    if isinstance(node, n.NotExpression | n.UnaryMinusExpression | n.UnfoldExpression):
        return UNARY
    if isinstance(node, n.SelectorExpression):
        return SELECTOR
    return -1 if isinstance(node, MORE) else PRIMARY


def at_least(floor: int, node: n.Expression) -> n.Expression:
    return node if power(node) >= floor else make(n.ParenthesizedExpression, expr=node)


def tight(expressions: Expressions, floor: int = PRIMARY) -> Expressions:
    return expressions.map(lambda node: at_least(floor, node))
