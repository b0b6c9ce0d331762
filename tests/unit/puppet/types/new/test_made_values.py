"""What was made is used: the rest of what programs about conversion show."""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.puppet.types.expressions import evaluate, show

from duckrow.puppet.types.instance import accepts


@pytest.mark.parametrize(
    ("left", "operator", "right", "result"),
    [
        ("Timespan('3-12:00:00')", "*", "2", "7-00:00:00.0"),
        ("Timespan(60)", "+", "Timespan(30)", "0-00:01:30.0"),
        ("Timespan(60)", "-", "30", "0-00:00:30.0"),
        ("Timespan(100)", "/", "4", "0-00:00:25.0"),
        ("Timespan(100)", "/", "Timespan(40)", "2.5"),
        (
            "Timestamp('2020-01-01')",
            "+",
            "Timespan('1-00:00:00')",
            "2020-01-02T00:00:00.000000000 UTC",
        ),
        ("Timestamp('2020-01-02')", "-", "Timestamp('2020-01-01')", "1-00:00:00.0"),
        ("Timestamp(100)", "+", "50", "1970-01-01T00:02:30.000000000 UTC"),
        ("Timestamp(100)", "-", "50", "1970-01-01T00:00:50.000000000 UTC"),
        ("URI('http://a/b/')", "+", "'c'", "http://a/b/c"),
        ("Integer('12')", "+", "1", "13"),
    ],
)
def test_operators(left: str, operator: str, right: str, result: str) -> None:
    one, other = evaluate(left), evaluate(right)
    found: Any = {
        "+": lambda: one + other,
        "-": lambda: one - other,
        "*": lambda: one * other,
        "/": lambda: one / other,
    }[operator]()
    assert str(found) == result


def test_parts_and_formats() -> None:
    assert evaluate("URI('mailto:x@example.com')").scheme == "mailto"
    assert evaluate("Timestamp('2020-02-03T04:05:06 UTC')").format("%Y/%m/%d") == "2020/02/03"
    assert evaluate("Timespan('1-02:03:04.567')").format("%D-%H:%M:%S.%L") == "1-02:03:04.567"
    assert evaluate("Timespan(93784)").format("%-H hours %-M min") == "26 hours 3 min"


def test_versions_and_ranges() -> None:
    assert evaluate("SemVerRange('1.x')").includes(evaluate("SemVer('1.5.0')"))
    assert evaluate("SemVerRange('1.x')") == evaluate("SemVerRange('>=1.0.0 <2.0.0')")
    assert not accepts(evaluate("SemVer['2.x']"), evaluate("SemVer('1.5.0')"))


def test_a_name_stands_for_its_type() -> None:
    assert [show(evaluate(text)) for text in ("Small('7')", "Small.new(3)")] == ["7", "3"]
