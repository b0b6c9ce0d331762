"""What Ruby 3.1 says of patterns is what we say of them.

data/faults.json holds its answers; record.py asks it again.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.regexp import fault
from duckrow.regexp.errors import PatternError
from duckrow.regexp.escapes import rewrite
from duckrow.regexp.parser import parse
from duckrow.regexp.rules import complete

DATA = Path(__file__).parent / "data"
FAULTS: list[tuple[str, str | None]] = [
    (pattern, message) for pattern, message in json.loads((DATA / "faults.json").read_text())
]
USUAL: list[str] = [row[0] for row in json.loads((DATA / "usual.json").read_text())]


def test_recorded_answers() -> None:
    assert len(FAULTS) > 1000
    error = []
    for pattern, message in FAULTS:
        found = fault(pattern)
        if (found and found[0]) != message:
            error.append((pattern, message, found))
    assert error == []


def test_usual_patterns_are_taken() -> None:
    assert len(USUAL) > 65
    assert [pattern for pattern in USUAL if fault(pattern)] == []


def test_the_short_cut_takes_nothing_that_the_reader_refuses() -> None:
    sources = [*USUAL, *(pattern for pattern, _ in FAULTS)]
    for source in sources:
        if fault(source) is None:
            complete(parse(rewrite(source).text))


@pytest.mark.parametrize(
    ("pattern", "message", "offset"),
    [
        ("ab(c", "end pattern with unmatched parenthesis", 2),
        ("a(b|(c)", "end pattern with unmatched parenthesis", 1),
        ("ab)c", "unmatched close parenthesis", 2),
        ("a|*", "target of repeat operator is not specified", 2),
        ("x[a-z", "premature end of char-class", 1),
        ("x[a[b]", "premature end of char-class", 1),
        ("a[]", "empty char-class", 1),
        ("[b-a]", "empty range in char class", 3),
        ("a(?z)", "undefined group option", 1),
        ("a\\", "too short escape sequence", 1),
        ("é\\u12", "invalid Unicode escape", 1),
        ("a{2,1}", "upper is smaller than lower in repeat range", 1),
        ("(a)\\2", "invalid backref number/name", 3),
        ("(?<n>a)\\k<m>", "undefined name <m> reference", 10),
        ("x(?<=a*)", "invalid pattern in look-behind", 8),
        ("\\p{Foo}", "invalid character property name {Foo}", 3),
        ("\\u0041\\u0041(", "end pattern with unmatched parenthesis", 12),
        ("\\u{41 42 43}a)", "unmatched close parenthesis", 13),
        ("\ud800", "invalid multibyte character", 0),
    ],
)
def test_the_place_of_a_fault(pattern: str, message: str, offset: int) -> None:
    assert fault(pattern) == (message, offset)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(" * 1_000_000, "parse depth limit over"),
        ("(?:" * 5000 + ")" * 5000, "parse depth limit over"),
        ("[" * 1_000_000, "parse depth limit over"),
        ("[[:" * 300_000, "parse depth limit over"),
        ("a" + "*" * 5000, "parse depth limit over"),
        ("(?i)" * 5000, "parse depth limit over"),
        ("(a)" * 40_000, "too many capture groups are specified"),
        ("(?#" * 300_000, "end pattern in group"),
        ("\\1" * 100_000, "invalid backref number/name"),
        ("\\g<0>" * 20_000, "never ending recursion"),
        ("(?<a>x)\\k<a>" * 20_000, None),
        ("(?:" * 4000 + ")" * 4000, None),
        ("(a|" * 4000 + ")" * 4000, None),
        ("{" * 300_000, None),
        ("a{1" * 100_000, None),
        ("[[:alpha:]]" * 20_000, None),
        ("a" * 1_000_000, None),
    ],
)
def test_long_and_deep_patterns(pattern: str, message: str | None) -> None:
    found = fault(pattern)
    assert (found and found[0]) == message


def test_calls_of_calls_take_no_time() -> None:
    # Each group calls the one before it twice: followed blindly, that is 2**200 calls.
    steps = "".join(f"(?<g{i}>\\g<g{i - 1}>\\g<g{i - 1}>)" for i in range(1, 200))
    assert fault("(?<g0>a)" + steps) is None
    assert fault("(?<g0>a|\\g<g199>)" + steps) == ("never ending recursion", 0)


def test_an_error_knows_its_place() -> None:
    with pytest.raises(PatternError, match="unmatched close parenthesis") as caught:
        parse("ab)")
    assert caught.value.offset == 2
