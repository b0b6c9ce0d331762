"""Which node definition fits a name."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.catalog.nodes import find_node, name_of
from duckrow.puppet.runtime.definition import NODE, Definition
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.values.default import DEFAULT
from duckrow.regexp import RubyRegexp


def node(*hosts: Any) -> Definition:
    return Definition(NODE, "", lambda _scope: None, hosts=hosts)


def test_an_exact_name_wins_over_an_earlier_expression() -> None:
    nodes = [node(RubyRegexp("duck")), node(DEFAULT), node("pond", "duck1")]
    host, definition, match = find_node("Duck1", nodes)
    assert (host, definition, match) == ("duck1", nodes[2], None)


def test_the_first_expression_wins_and_its_match_is_kept() -> None:
    nodes = [node(DEFAULT), node(RubyRegexp(r"^d(.)ck")), node(RubyRegexp("duck"))]
    _, definition, match = find_node("duck1", nodes)
    assert definition is nodes[1]
    assert match.group(1) == "u"


def test_default_is_taken_when_nothing_else_fits() -> None:
    nodes = [node("goose"), node(DEFAULT)]
    assert find_node("duck", nodes)[:2] == ("default", nodes[1])


def test_to_fit_none_is_an_error() -> None:
    with pytest.raises(EvaluationError, match="'default' or 'duck'"):
        find_node("duck", [node("goose")])


def test_an_expression_becomes_a_title() -> None:
    assert name_of(RubyRegexp(r"^web\d+\.(prod|DEV)")) == "__node_regexp__webd.proddev"
    assert name_of("Pond.Example.Com") == "pond.example.com"
