"""Macros skip text by version and feature."""

from __future__ import annotations

import pytest

from duckrow.cfengine.syntax import macros
from duckrow.cfengine.syntax.parser import parse_usual


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("minimum_version(3)", True),
        ("minimum_version(3.21)", True),
        ("minimum_version(3.21.1)", False),
        ("maximum_version(3.21)", True),
        ("maximum_version(3.20)", False),
        ("before_version(3.22)", True),
        ("before_version(3)", False),
        ("at_version(3.21.0)", True),
        ("after_version(3.20.9)", True),
        ("between_versions(3.20 , 3.21)", True),
        ("between_versions(3.1,3.2)", False),
        ("feature(xml)", True),
        ("feature(bogus)", False),
    ],
)
def test_conditions(condition: str, expected: bool) -> None:
    found = macros.CONDITION.match(f"@if {condition}")
    assert found is not None
    assert macros.is_true(found) is expected


def test_lines_that_are_left_out_do_not_count() -> None:
    (block,) = parse_usual(
        "@if minimum_version(99.0)\nx\ny\n@else\n@endif\nbundle agent main\n{\n}\n"
    )
    assert block.line == 3


@pytest.mark.parametrize("text", ["@if bogus(1)", "@if minimum_version(x)", "@foo"])
def test_other_text_is_not_a_macro(text: str) -> None:
    assert macros.step(text, 0, is_inside=False) is None
