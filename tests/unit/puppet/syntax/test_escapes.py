"""Backslashes mean what the reference takes them for."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.escapes import (
    DOUBLE_QUOTED,
    BadUnicodeEscapeError,
    end_of_run,
    run_up_to,
    unescape,
    unescape_single,
)
from duckrow.source.diagnostic import WARNING, Diagnostic
from duckrow.source.errors import SourceError

from .reading import rejected_at


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"a\'b", "a'b"),
        (r"a\\b", "a\\b"),
        (r"a\nb", "a\\nb"),
        (r"\\'", "\\'"),
        (r"\\\'", "\\'"),
        (r"a\$b\"", 'a\\$b\\"'),
    ],
)
def test_single_quotes_know_two_escapes(text: str, value: str) -> None:
    assert unescape_single(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"\r\n\t\s", "\r\n\t "),
        (r"\\ \$ \" \'", "\\ $ \" '"),
        ("a\\\nb", "ab"),
        ("a\\\r\nb", "ab"),
        (r"\u00e9", "é"),
        (r"\u{e9}\u{1F600}", "é😀"),
        (r"\u0041\u0042", "AB"),
        (r"\\u0041", "\\u0041"),
        (r"\\\u0041", "\\A"),
        (r"\u00410", "A0"),
        ("\\u{41}\n\\u{42}", "A\nB"),
    ],
)
def test_double_quotes_know_many(text: str, value: str) -> None:
    assert unescape(text, DOUBLE_QUOTED, lambda code, char: pytest.fail(f"{code} {char}")) == value


def test_what_is_not_known_stays_and_is_reported() -> None:
    told: list[tuple[str, str]] = []
    value = unescape(r"\q \u12 \d", DOUBLE_QUOTED, lambda *told_: told.append(told_))
    assert value == r"\q \u12 \d"
    assert told == [
        ("unrecognized-escape", "q"),
        ("illegal-unicode-escape", "u"),
        ("unrecognized-escape", "d"),
    ]


def test_only_the_escapes_asked_for_are_read() -> None:
    assert unescape(r"\t\n\u0041", frozenset("t\\")) == "\t\\n\\u0041"


@pytest.mark.parametrize("text", [r"\u{110000}", r"\ud800", r"\u{dfff}"])
def test_a_code_that_is_no_character_is_rejected(text: str) -> None:
    with pytest.raises(BadUnicodeEscapeError):
        unescape(text, DOUBLE_QUOTED)
    assert rejected_at(f'$a = "{text}"').endswith("or was > 10ffff")


@pytest.mark.parametrize(
    ("text", "end"),
    [("abc'", 3), (r"a\'b'", 4), (r"a\\'", 3), ("'", 0), ("abc", 3), ("abc\\", 3), ("a\\\n'", 3)],
)
def test_a_run_ends_at_a_mark_that_no_backslash_precedes(text: str, end: int) -> None:
    assert end_of_run(run_up_to("'"), text, 0) == end


def test_a_run_may_be_long() -> None:
    text = "\\'" * 100_000 + "'"
    assert end_of_run(run_up_to("'"), text, 0) == len(text) - 1


# Recorded from the log of Puppet 7.23: words, line, column.
UNKNOWN = "Unrecognized escape sequence '\\{}'"
NO_CODE = (
    "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff"
)
LOGS = [
    (r'$x = "a\q"', [("q", 1, 11)]),
    ('$x = "a\\q b\\z"\n$y = "\\d"', [("q", 1, 15), ("z", 1, 15), ("d", 2, 10)]),
    (r'$x = "\u12"', [("u", 1, 12)]),
    (r'$x = "${a}\q"', [("q", 1, 14)]),
    (r'$x = "\q${a}\w$b\y"', [("q", 1, 11), ("w", 1, 16), ("y", 1, 20)]),
    (r"$x = '\q'", []),
    ('$x = @("E"/t)\n\\q\nE\n', []),
    (r'$x = "${"\q"}"', [("q", 1, 13)]),
    (r'$x = "\q" = "\w"', [("q", 1, 10), ("w", 1, 17)]),
    (r'$x = "é\q"', [("q", 1, 11)]),
    ('$x = "a\n\\q\n"', [("q", 3, 2)]),
    (r'$x = "\\q \$ \" \' \r\n\t\s"', []),
]
LOGS_OF_REFUSED = [
    (r'$x = "\q" "\w" ]  "\y"', [("q", 1, 10), ("w", 1, 15)]),
    (r'"\a" "\b ${1 2}" "\c"', [("a", 1, 5), ("b", 1, 12)]),
    (r'$x = "\a', []),
    ('class web:"${@(X)}\na\nX\n":server\\ { }$a + \n', []),
    (r'$x   "\ ${b} c', [(" ", 1, 11)]),
]


def shown(warnings: list[Diagnostic]) -> list[tuple[str, int | None, int | None]]:
    assert all(warning.severity == WARNING for warning in warnings)
    return [(warning.what, warning.line, warning.column) for warning in warnings]


def logged(marks: list[tuple[str, int, int]]) -> list[tuple[str, int | None, int | None]]:
    return [
        (NO_CODE if char == "u" else UNKNOWN.format(char), line, column)
        for char, line, column in marks
    ]


@pytest.mark.parametrize(("text", "marks"), LOGS)
def test_warnings_are_those_of_the_reference(text: str, marks: list[tuple[str, int, int]]) -> None:
    warnings: list[Diagnostic] = []
    parse(text, warnings=warnings)
    assert shown(warnings) == logged(marks)


@pytest.mark.parametrize(("text", "marks"), LOGS_OF_REFUSED)
def test_nothing_is_said_about_what_follows_an_error(
    text: str, marks: list[tuple[str, int, int]]
) -> None:
    warnings: list[Diagnostic] = []
    with pytest.raises(SourceError):
        parse(text, warnings=warnings)
    assert shown(warnings) == logged(marks)


def test_warnings_are_added_to_those_there_are() -> None:
    warnings: list[Diagnostic] = []
    parse(r'"\a"', warnings=warnings)
    parse(r'"\b"', warnings=warnings)
    parse('$x = "\\c" + ' + "(" * 400 + "1" + ")" * 400, warnings=warnings)  # is read twice
    assert [warning.what[-2] for warning in warnings] == ["a", "b", "c"]


def test_warnings_need_not_be_wanted() -> None:
    assert isinstance(parse(r'"\q"').body, n.LiteralString)
