"""The older notation of trees; tests/conformance/command_lines compares it with the original's."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import decode, parse_source
from duckrow.puppet.syntax.nodes import Node
from duckrow.puppet.syntax.old_notation import _SHAPES, to_old_notation


def tree(code: str) -> Node:
    return parse_source(decode(code.encode(), None))


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("0x1F + 017", "(+ 0x1F 017)"),
        ("!($a and true)", "(! (&& $a true))"),
        ("unless $a { 1 }", "(unless $a\n  (then 1))"),
        ("[*$a, /x/, 1.0e20]", "([] (unfold $a) /x/ 1.0e+20)"),
        ("$a[1][2, 3]", "(slice (slice $a 1) (2 3))"),
        ("File { mode => '1' }", "(resource-defaults file\n  (mode => '1'))"),
        ("type A = Integer", "(type-alias A Integer)"),
    ],
)
def test_notation(code: str, wanted: str) -> None:
    assert to_old_notation(tree(code)).lower() == wanted.lower()


def test_a_deep_tree_needs_no_deep_stack() -> None:
    text = to_old_notation(tree(" + ".join(["1"] * 5000)))
    assert text.count("(+ ") == 4999


def test_most_kinds_of_nodes_have_a_shape() -> None:
    from duckrow.puppet.syntax import pn

    without = {kind.__name__ for kind in set(pn._SHAPES) - set(_SHAPES)}
    # Plans are not code that the original dumps in this notation; programs show their bodies.
    assert without == {"ApplyBlockExpression", "ApplyExpression", "Program"}
