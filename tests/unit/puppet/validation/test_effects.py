"""Idle statements, beyond the cases: deep and long conditionals are looked at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from duckrow.puppet.syntax import nodes, parse
from duckrow.puppet.validation import effects
from duckrow.puppet.validation.effects import has_effect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .conftest import Inspect


def nested_ifs(depth: int, core: str) -> nodes.Expression:
    """Nest conditionals by hand, deeper than the parser would."""
    node = parse(core).body
    test = nodes.LiteralBoolean(0, 0, True)
    for _ in range(depth):
        tail = nodes.LiteralInteger(0, 0, 1, 10)
        block = nodes.BlockExpression(0, 0, 0, (node, tail))
        node = nodes.IfExpression(0, 0, test, block, None)
    return node


@pytest.mark.parametrize(("core", "expected"), [("notice(1)", True), ("1", False)])
def test_depth_costs_no_recursion(core: str, expected: bool) -> None:
    assert has_effect(nested_ifs(20_000, core), {}) is expected


@pytest.mark.parametrize("core", ["notice(1)", "1"])
def test_each_conditional_is_opened_once(core: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[nodes.Node] = []

    def children(node: nodes.Node) -> Iterator[nodes.Node]:
        opened.append(node)
        return nodes.children(node)

    monkeypatch.setattr(effects, "children", children)
    known: dict[int, bool] = {}
    outermost = nested_ifs(50, core)
    node: nodes.Node = outermost
    while isinstance(node, nodes.IfExpression):
        has_effect(node, known)
        assert isinstance(node.then_expr, nodes.BlockExpression)
        node = node.then_expr.statements[0]
    assert len(opened) == 100  # a conditional and its block, fifty times


def test_answers_differ_between_branches() -> None:
    known: dict[int, bool] = {}
    whole = parse("if $a { if $b { 1 } } else { if $c { notice(1) } }").body
    assert isinstance(whole, nodes.IfExpression)
    assert has_effect(whole, known)
    assert whole.then_expr is not None
    assert whole.else_expr is not None
    assert not has_effect(whole.then_expr, known)
    assert has_effect(whole.else_expr, known)


def test_a_long_chain_of_elsif(inspect: Inspect) -> None:
    chain = "if $a { 1 } " + "elsif $b { 2 } " * 5_000
    found = inspect(f"{chain}\nnotice(1)\n")
    assert [(f.code, f.line, f.column) for f in found] == [("idem-expression-not-last", 1, 1)]
