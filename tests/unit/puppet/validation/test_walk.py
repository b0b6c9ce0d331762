"""The walk: its order, its depth, and what it leaves out."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes, parse
from duckrow.puppet.validation import validate
from duckrow.puppet.validation.inspection import Inspection
from duckrow.puppet.validation.walk import walk
from duckrow.source.text import SourceText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .conftest import Inspect


@pytest.mark.parametrize("operator", ["+", "and", "->", "=="])
def test_a_chain_of_ten_thousand_operators(inspect: Inspect, operator: str) -> None:
    (found,) = inspect(f"$x = $A {f'{operator} $b ' * 10_000}")
    assert (found.code, found.column) == ("illegal-var-name", 6)


def test_nesting_deeper_than_the_stack_of_python() -> None:
    deep: nodes.Expression = nodes.VariableExpression(0, 0, "A")
    for _ in range(50_000):
        deep = nodes.LiteralList(0, 0, (deep,))
    (found,) = validate(nodes.Program(0, 0, deep, (), SourceText("")))
    assert found.code == "illegal-var-name"


def test_a_node_comes_before_its_parts_and_parts_in_order(inspect: Inspect) -> None:
    found = inspect("$A::b = [$C, { $D => $E }] + $F")
    assert [(f.code, f.column) for f in found] == [
        ("cross-scope-assignment", 1),
        ("illegal-var-name", 1),
        ("illegal-var-name", 10),
        ("illegal-var-name", 16),
        ("illegal-var-name", 22),
        ("illegal-var-name", 30),
    ]


def test_the_default_of_a_parameter_comes_before_its_type(inspect: Inspect) -> None:
    found = inspect("class a(Integer[$A] $x = $B) { }")
    assert [f.column for f in found] == [26, 17]


def test_two_walks_do_not_share_what_they_remember() -> None:
    program = parse("$x = (File <| |>)\nclass a { function b() { } }")
    one, other = (Inspection(program.source, walk) for _ in range(2))
    walk(program, one)
    walk(program, other)
    assert [f.what for f in one.findings] == [f.what for f in other.findings] != []
