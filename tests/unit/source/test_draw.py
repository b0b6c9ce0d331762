"""Drawings are compared whole: what counts is what stands below what."""

from __future__ import annotations

import pytest

from duckrow.source.diagnostic import Diagnostic
from duckrow.source.draw import WINDOW, draw, visible
from duckrow.source.text import SourceText


def drawn(text: str, start: int | None, end: int | None = None, **more: str) -> list[str]:
    source = SourceText(text, "site.pp")
    return draw(Diagnostic("some-code", "Something.", source, start, end, **more)).split("\n")


def marked(text: str, start: int, end: int | None = None) -> tuple[str, str]:
    """Give the source line and the marks of a drawing, without their margin."""
    _, line, marks = drawn(text, start, end)
    return line.partition("| ")[2], marks.partition("| ")[2]


def test_all_parts_have_their_place() -> None:
    source = SourceText("$n = 3\n\n\n  message => $n + 'quack',\n", "site.pp")
    diagnostic = Diagnostic(
        "not-numeric",
        "The value 'quack' cannot be converted to Numeric.",
        source,
        27,
        34,
        why="the left side is the Integer 3, so + adds numbers",
        hint='"${n}quack" to join them as text',
    )
    assert draw(diagnostic) == (
        "site.pp:4:19: error: The value 'quack' cannot be converted to Numeric. [not-numeric]\n"
        "   4 |   message => $n + 'quack',\n"
        "     |                   ^^^^^^^\n"
        " why: the left side is the Integer 3, so + adds numbers\n"
        ' try: "${n}quack" to join them as text'
    )


def test_a_finding_without_a_place_has_no_line() -> None:
    assert drawn("anything", None) == ["site.pp: error: Something. [some-code]"]


def test_a_source_without_a_name_is_called_code() -> None:
    diagnostic = Diagnostic("some-code", "Something.", SourceText("x"), 0)
    assert draw(diagnostic).startswith("<code>:1:1: error:")
    assert draw(diagnostic, name="<stdin>").startswith("<stdin>:1:1: error:")


def test_the_severity_is_named() -> None:
    assert drawn("x", 0, severity="warning")[0] == "site.pp:1:1: warning: Something. [some-code]"


def test_a_long_reason_keeps_its_lines_below_each_other() -> None:
    assert drawn("x", 0, why="one\ntwo")[-2:] == [" why: one", "      two"]


@pytest.mark.parametrize(
    ("text", "start", "end", "line", "marks"),
    [
        ("abc", 1, 2, "abc", " ^"),
        ("abc", 1, None, "abc", " ^"),
        ("abc", 3, 3, "abc", "   ^"),
        ("", 0, 0, "", "^"),
        ("a\n", 2, 2, "", "^"),
        ("a\nbc\n", 1, 1, "a", " ^"),
        ("ab\r\nc", 1, 2, "ab", " ^"),
        ("ab\r\nc", 2, 3, "ab", "  ^"),
    ],
)
def test_the_mark_is_below_the_span(
    text: str, start: int, end: int | None, line: str, marks: str
) -> None:
    assert marked(text, start, end) == (line, marks)


@pytest.mark.parametrize(
    ("text", "start", "end", "line", "marks"),
    [
        ("\tx", 1, 2, "    x", "    ^"),
        ("ab\tx", 3, 4, "ab  x", "    ^"),
        ("a\tx", 1, 2, "a   x", " ^^^"),
        ("日本x", 2, 3, "日本x", "    ^"),
        ("日本x", 1, 2, "日本x", "  ^^"),
        ("e\u0301x", 2, 3, "e\u0301x", " ^"),
        ("a\u200db", 2, 3, "a\u200db", " ^"),
        ("a\u0301", 1, 2, "a\u0301", " ^"),
        ("a\u00a0b", 2, 3, "a b", "  ^"),
    ],
)
def test_marks_count_columns_not_characters(
    text: str, start: int, end: int, line: str, marks: str
) -> None:
    assert marked(text, start, end) == (line, marks)


@pytest.mark.parametrize(
    ("char", "shown"),
    [
        ("\x00", "␀"),
        ("\x1b", "␛"),
        ("\r", "␍"),
        ("\x7f", "␡"),
        ("\x9b", "\ufffd"),
        ("\u202e", "\ufffd"),
        ("\u2066", "\ufffd"),
        ("\u2028", "\ufffd"),
        ("\ufeff", "\ufffd"),
        ("\ud800", "\ufffd"),
    ],
)
def test_nothing_in_a_source_can_steer_the_terminal(char: str, shown: str) -> None:
    assert marked(f"a{char}b", 2, 3) == (f"a{shown}b", "  ^")
    assert visible(f"a{char}b") == f"a{shown}b"


def test_names_and_messages_cannot_steer_the_terminal_either() -> None:
    source = SourceText("x", "evil\x1b[2J.pp")
    heading = draw(Diagnostic("some-code", "line\nbreak", source, None))
    assert heading == "evil␛[2J.pp: error: line␊break [some-code]"


def test_a_span_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    assert marked("a {\n  b\n}\nc", 2, 9) == ("a {", "  ^ to line 3")


def test_a_span_that_ends_with_its_line_stays_on_it() -> None:
    assert marked("ab\nc", 0, 3) == ("ab", "^^")


def test_the_margin_grows_with_the_line_number() -> None:
    _, line, marks = drawn("\n" * 99_999 + "x", 99_999)
    assert (line, marks) == ("100000 | x", "       | ^")


@pytest.mark.parametrize("at", [0, 1, 50, 5_000_000, 9_999_950, 9_999_999, 10_000_000])
def test_a_line_of_ten_megabytes_is_shown_through_a_window(at: int) -> None:
    text = "a" * at + "#" + "a" * (10_000_000 - at)
    line, marks = marked(text, at, at + 1)
    assert line[marks.index("^")] == "#"
    assert marks.count("^") == 1
    assert len(line) <= WINDOW + 2
    assert line.startswith("…") == (at > 40)
    assert line.endswith("…") == (at < 9_999_900)


def test_the_window_shows_the_end_of_a_long_line_in_full() -> None:
    line, marks = marked("a" * 500 + "#", 500, 501)
    assert line == "…" + "a" * 99 + "#"
    assert marks == " " * 100 + "^"


def test_a_long_span_is_marked_within_the_window() -> None:
    line, marks = marked("a" * 1000, 0, 1000)
    assert marks == "^" * WINDOW
    assert line == "a" * WINDOW + "…"


def test_a_window_of_wide_characters_stays_narrow() -> None:
    line, marks = marked("日" * 1000, 500, 501)
    assert line[0] == line[-1] == "…"
    assert marks.strip() == "^^"
    assert 2 * len(line) <= WINDOW + 4


def test_colour_adds_only_escapes() -> None:
    diagnostic = Diagnostic("some-code", "Something.", SourceText("abc", "site.pp"), 1, 2, why="so")
    colored = draw(diagnostic, color=True)
    assert "\x1b[1;31merror:\x1b[0m" in colored
    for escape in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[1;31m"):
        colored = colored.replace(escape, "")
    assert colored == draw(diagnostic)
