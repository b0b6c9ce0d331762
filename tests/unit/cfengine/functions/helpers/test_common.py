"""Code that functions share."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.cfengine.functions.fakes import FakeContext

from duckrow.cfengine.functions.helpers import common
from duckrow.cfengine.functions.helpers.common import NO_NUMBER
from duckrow.cfengine.functions.helpers.reals import leading_real
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.memory import MemoryMachine
from duckrow.regexp.pcre.patterns import Patterns

PATTERNS = Patterns(pytest.fail)


@pytest.fixture
def context() -> Any:
    return FakeContext()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        (" 12", 12),
        ("-3", -3),
        ("12 ", 12),
        ("4k", 4000),
        ("4K", 4096),
        ("1m", 10**6),
        ("1M", 1 << 20),
        ("2g", 2 * 10**9),
        ("2G", 2 << 30),
        ("50%", -50),
        ("101%", NO_NUMBER),
        ("12x", 12),
        ("12kb", NO_NUMBER),
        ("1 2", NO_NUMBER),
        ("x", NO_NUMBER),
        ("", NO_NUMBER),
        ("inf", 999_999_999),
        ("now", 1_700_000_000),
        ("99999999999999999999", (1 << 63) - 1),
    ],
)
def test_integers(context: Any, text: str, number: int) -> None:
    assert common.integer(context, text) == number


def test_an_invalid_integer_is_an_error(context: Any) -> None:
    common.integer(context, "x")
    common.integer(context, "1kb")
    assert context.log.lines == [
        "error: Failed to parse integer number: x",
        "error: Anomalous ending 'kb' while parsing integer number: 1kb",
    ]


def test_numbers_that_texts_begin_with() -> None:
    assert [common.leading_integer(text) for text in ("12x", " -3", "x", "")] == [12, -3, 0, 0]
    found = [leading_real(text) for text in ("1.5x", "-.5", "1e2", "x", "0x10", "inf")]
    assert found == [1.5, -0.5, 100.0, 0.0, 16.0, float("inf")]


def test_splitting(context: Any) -> None:
    def split(text: str, by: str, limit: int = 99, **options: bool) -> list[str]:
        return common.split_by(context, text, by, limit, **options)

    assert split("a:b::c", ":") == ["a", "b", "", "c"]
    assert split("a:b::c", ":", allows_blanks=False) == ["a", "b", "c"]
    assert split("a:b:c", ":", 2) == ["a", "b"]
    assert split("a:", ":") == ["a", ""]
    assert split("", ":") == []
    assert split("abc", "x*") == ["abc"]
    assert split("abc", "(") == ["abc"]
    assert common.split_at("a,b\\,c,,d,", ",") == ["a", "b,c", "", "d"]
    assert common.split_at("", ",") == []
    assert common.split_at(",a\\", ",") == ["", "a\\"]


def test_files_are_cut_and_a_single_line_loses_its_newline() -> None:
    contents = {"/one": b"line\n", "/two": b"a\nb\n", "/zero": b"a\0b"}
    context: Any = FakeContext(machine=MemoryMachine(contents))
    assert common.read_file(context, "/one", 0) == "line"
    assert common.read_file(context, "/two", 0) == "a\nb\n"
    assert common.read_file(context, "/two", 3) == "a\nb"
    assert common.read_file(context, "/zero", 0) == "a"
    assert common.read_file(context, "/none", 0) is None
    assert context.log.lines[-1] == (
        "error: CfReadFile: Could not examine file '/none' (stat: No such file or directory)"
    )


def test_comments_are_taken_out(context: Any) -> None:
    assert common.without_matches(context, "a#b\nc#d", "#[^\n]*", "/f") == "a\nc"
    assert common.without_matches(context, "abc", "x*", "/f") == "abc"
    assert context.log.lines == ["warning: Comment regex 'x*' matched empty string in '/f'"]


def test_texts_that_are_too_long_for_a_buffer() -> None:
    assert common.in_buffer("x" * 5000) == "x" * 4095
    assert (
        common.in_buffer("é" * 2048).encode("utf-8", "surrogateescape")
        == ("é" * 2048).encode()[:4095]
    )
    assert common.in_buffer("short") == "short"


def test_functions_fail_with_an_invalid_pattern(context: Any) -> None:
    with pytest.raises(FunctionFailed):
        common.pattern(context, "(")
    assert "missing )" in context.log.lines[0]


def test_groups() -> None:
    assert common.captures(PATTERNS, "(a)(?<n>b)(c)?", "xab") == [
        ("0", "ab"),
        ("1", "a"),
        ("n", "b"),
        ("3", ""),
    ]
    assert common.captures(PATTERNS, "x", "y") is None
    assert common.captures(PATTERNS, "(", "y") is None


def test_why_a_file_cannot_be_read(context: Any) -> None:
    assert common.read_file(context, "/nothing", 0) is None
    context.is_checking = True
    assert common.read_file(context, "/nothing", 0) is None
    assert context.log.lines == [
        "error: CfReadFile: Could not examine file '/nothing' (stat: No such file or directory)",
        "error: Could not examine file '/nothing'",
    ]


def test_a_missing_container_is_logged(context: Any) -> None:
    context.log.wants = lambda level: level == "verbose"
    context.namespace, context.bundle = "default", None
    for name in ("nothing", "b.x[i]", "@(ns:b.y)"):
        with pytest.raises(FunctionFailed):
            common.collected(context, "join", name)
    what = "does not resolve to a container or a list or a CFEngine array"
    assert context.log.lines == [
        f"verbose: join: argument 'default:.nothing' {what}",
        f"verbose: join: argument 'default:b.x[i]' {what}",
        f"verbose: join: argument 'ns:b.y' {what}",
    ]
