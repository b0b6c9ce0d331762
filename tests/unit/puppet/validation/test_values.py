"""Chains of signs and parentheses, which report at every link what stands at their end.

The columns are those of Puppet 7.23.
"""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes, parse
from duckrow.puppet.validation import validate
from duckrow.source.text import SourceText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .conftest import Inspect


def chained(length: int, end: nodes.Expression) -> nodes.Program:
    """Put signs before an expression, more than the parser would take."""
    for _ in range(length):
        end = nodes.NotExpression(0, 0, end)
    return nodes.Program(0, 0, end, (), SourceText(""))


@pytest.mark.parametrize(("source", "per_link"), [("1", 0), ("File <| |>", 1)])
def test_a_long_chain_is_followed_once(source: str, per_link: int) -> None:
    found = validate(chained(20_000, parse(source).body))
    assert len(found) == 20_000 * per_link


def test_chains_side_by_side_are_not_confused(inspect: Inspect) -> None:
    found = inspect("$x = [((1)), ((File <| |>)), !(-(2)), (node a { }), ((3))]")
    valueless = [f.column for f in found if f.code == "not-rvalue"]
    # once from the list for each chain, and once from each link
    assert valueless == [16, 40, 16, 16, 40]


def test_a_chain_in_a_chain(inspect: Inspect) -> None:
    found = inspect("$x = ((File <| |>) + (1)) - !(File <| |>)")
    assert [f.column for f in found] == [31, 8, 8, 31, 31]
