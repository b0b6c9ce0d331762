"""Brackets among tokens."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax.hints.pairs import misaligned_pair, open_before
from duckrow.puppet.syntax.lexer import Lexer
from duckrow.source.text import SourceText


def test_open_brackets_are_found_innermost_last() -> None:
    kinds = "{ ( ) [ <| |> {".split()
    assert open_before(kinds, len(kinds)) == [0, 3, 6]
    assert open_before(kinds, 3) == [0]
    assert open_before(kinds, 0) == []
    assert open_before([")", "("], 2) == [1]


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("if a {\n  b\n}\n", None),
        ("x {\n  if a {\n    b\n}\n", ("2:8", "4:1")),
        ("x {\n  if a {\n    b\n  }\n", None),
        ("x {\n  y(\n    b\n)\n  z([\n])\n", ("2:4", "4:1")),
        ("x {\n  y(b)\n}\n", None),
        ("x {\n\ty {\n\t\tz\n}\n", ("2:4", "4:1")),
        ("x {   y { z } }\n", None),
        ("x {\n  y { z\n} }\n", ("2:5", "3:1")),
    ],
)
def test_a_partner_further_left_is_suspicious(text: str, pair: tuple[str, str] | None) -> None:
    source = SourceText(text)
    tokens = Lexer(source).read()
    found = misaligned_pair(source, tokens.kinds, tokens.starts, 0)
    if found is None:
        assert pair is None
    else:
        places = [source.position(tokens.starts[index]) for index in found]
        assert tuple(f"{line}:{column}" for line, column in places) == pair
