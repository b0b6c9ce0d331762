"""Names of nodes in messages."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes, parse
from duckrow.puppet.validation.labels import a_an, article, capital_a_an, label


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Type Alias", "a"),
        ("Array Expression", "an"),
        ("'if' statement", "an"),
        ("'+' expression", "a"),
        ("'@()' expression", "a"),
        ("Yellow", "an"),
        ('"x"', "a"),
        ("", "a"),
    ],
)
def test_the_article_follows_the_first_letter(text: str, expected: str) -> None:
    assert article(text) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("1", "Literal Integer"),
        ("$a << 1", "'<<' expression"),
        ("$a =~ b", "'=~' expression"),
        ("$a += 1", "'+=' expression"),
        ("a -> b", "'->' expression"),
        ("a <| |>", "Virtual Query"),
        ("a <<| |>>", "Exported Query"),
        ("attr", "Reserved Word 'attr'"),
        ("@(A:json)\n1\nA\n", "'@(json)' expression"),
        ("@(A)\n1\nA\n", "'@()' expression"),
    ],
)
def test_some_names_depend_on_the_node(source: str, expected: str) -> None:
    assert label(parse(source).body) == expected


def test_articles_in_a_sentence_and_before_it() -> None:
    node = parse("if true { }").body
    assert a_an(node) == "an 'if' statement"
    assert capital_a_an(node) == "An 'if' statement"


def test_a_node_that_no_message_names_is_an_object() -> None:
    assert label(nodes.AttributesOperation(0, 0, nodes.Nop(0, 0))) == "Object"
