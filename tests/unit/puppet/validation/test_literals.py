"""Tokens of literals, and how the reference writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duckrow.puppet.syntax import nodes, parse
from duckrow.puppet.validation.literals import LiteralTokens

TREES = st.recursive(
    st.one_of(
        st.sampled_from(["undef", "default", "true", "false", "''", "a", "'a'", "/a/", "/b/"]),
        st.integers(0, 3).map(str),
        st.sampled_from(["0.0", "1.0", "1.5"]),
    ),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.lists(st.tuples(inner, inner), max_size=3).map(
            lambda pairs: "{" + ", ".join(f"{k} => {v}" for k, v in pairs) + "}"
        )
    ),
    max_leaves=6,
)


def literal(source: str) -> nodes.Expression:
    """Parse an expression that may not open a statement."""
    assignment = parse(f"$x = {source}").body
    assert isinstance(assignment, nodes.AssignmentExpression)
    return assignment.right


def meaning(node: nodes.Node) -> object:
    """Say what a literal means in values that compare as the reference's do."""
    match node:
        case nodes.LiteralList(values=values):
            return "list", tuple(meaning(value) for value in values)
        case nodes.LiteralHash(entries=entries):
            pairs = {meaning(entry.key): meaning(entry.value) for entry in entries}
            return "hash", frozenset(pairs.items())
        case nodes.LiteralUndef() | nodes.LiteralDefault():
            return type(node).__name__
        case nodes.LiteralRegularExpression(pattern=pattern):
            return "regexp", pattern
        case nodes.LiteralString(value=text) | nodes.QualifiedName(value=text):
            return "string", text
        case nodes.LiteralInteger(value=number) | nodes.LiteralFloat(value=number):
            return type(number).__name__, number
        case nodes.LiteralBoolean(value=truth):
            return "boolean", truth
    raise AssertionError(node)


@given(TREES, TREES)
def test_tokens_are_equal_exactly_when_the_literals_are(one: str, other: str) -> None:
    tokens = LiteralTokens()
    left, right = literal(one), literal(other)
    assert (tokens.token(left) == tokens.token(right)) == (meaning(left) == meaning(right))


@pytest.mark.parametrize(
    "source", ["$a", "[1, $a]", "{ a => $b }", "{ $b => 1 }", "Foo", "-1", "f(1)"]
)
def test_what_is_not_literal_has_no_token(source: str) -> None:
    assert LiteralTokens().token(literal(source)) is None


def test_depth_costs_no_recursion() -> None:
    deep: nodes.Expression = nodes.LiteralInteger(0, 0, 1, 10)
    for _ in range(20_000):
        deep = nodes.LiteralList(0, 0, (deep,))
    tokens = LiteralTokens()
    assert tokens.token(deep) == tokens.token(deep)
    assert tokens.text(deep) == "[" * 20_000 + "1" + "]" * 20_000


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a", "a"),
        ("undef", ""),
        ("default", "default"),
        ("true", "true"),
        ("/a\\/b/", "(?-mix:a\\/b)"),
        ("[undef, default, /a\\/b/, 'x', y]", '[nil, :default, /a\\/b/, "x", "y"]'),
        ("{ a => { 1 => [] } }", '{"a"=>{1=>[]}}'),
        ("{ a => 1, b => 2, a => 3 }", '{"a"=>3, "b"=>2}'),
    ],
)
def test_literals_are_written_as_the_reference_writes_them(source: str, expected: str) -> None:
    assert LiteralTokens().text(literal(source)) == expected


def test_plain_text_is_literal_in_whatever_quotes() -> None:
    text = nodes.LiteralString(0, 0, "a")
    string = nodes.ConcatenatedString(0, 0, (text,))
    tokens = LiteralTokens()
    assert tokens.token(string) == tokens.token(text)
    assert tokens.text(string) == "a"
    assert tokens.text(nodes.LiteralList(0, 0, (string,))) == '["a"]'
