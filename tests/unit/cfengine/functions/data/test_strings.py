"""Functions that take and return strings."""

from __future__ import annotations

import pytest
from tests.unit.cfengine.functions.fakes import call

from duckrow.cfengine.functions.helpers.byte_strings import lines_of
from duckrow.cfengine.functions.helpers.paths import compressed, single_slashes
from duckrow.cfengine.values.outcomes import Aborted, FunctionFailed


def test_escape_counts_bytes() -> None:
    assert call("escape", "a.b") == "a\\.b"
    escaped = call("escape", "." * 5000)
    assert len(escaped) <= 4095
    assert escaped.count("\\") == escaped.count(".")


def test_canonify_cuts_long_strings() -> None:
    assert call("canonify", "-" * 5000) == "_" * 4095


def test_concat_has_room_for_4095_bytes() -> None:
    assert call("concat", "x" * 4000, "y" * 95) == "x" * 4000 + "y" * 95
    with pytest.raises(FunctionFailed, match="arguments are too long"):
        call("concat", "x" * 4000, "y" * 96)


@pytest.mark.parametrize(
    "arguments", [("a[1-3]", "0"), ("a[1-3]", "9"), ("plain", "1"), ("[1-1]", "1")]
)
def test_a_step_that_does_not_fit_ends_the_run(arguments: tuple[str, str]) -> None:
    with pytest.raises(Aborted, match="EXPANDRANGE Step size cannot be less than 1"):
        call("expandrange", *arguments)


def test_an_endless_range_is_rejected() -> None:
    with pytest.raises(Aborted):
        call("expandrange", "[0-99999999999]", "1")


@pytest.mark.parametrize("name", ["classesmatching", "classmatch", "countclassesmatching"])
def test_a_missing_argument_ends_the_run(name: str) -> None:
    with pytest.raises(Aborted, match=f"Function '{name}' requires at least one argument"):
        call(name)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a/./b/../c", "/a/c"),
        ("/..", "/"),
        ("a/b", "a/b"),
        ("//a///b/", "/a/b"),
        ("/a/b/..", "/a"),
    ],
)
def test_compressed_paths(path: str, expected: str) -> None:
    assert compressed(path) == expected


def test_slashes() -> None:
    assert single_slashes("//a///b/") == "/a/b/"


def test_a_remainder_by_zero_is_not_a_number() -> None:
    assert call("eval", "1%0") == ""
    assert call("eval", "1%0", "class") is False


def test_deeply_nested_arithmetic_is_rejected() -> None:
    assert call("eval", "(" * 100_000) == ""
    assert call("eval", "1+" * 2000 + "1") == "2001.000000"


def test_widths_without_end_are_cut() -> None:
    assert len(call("format", "%999999999d", "1")) <= 4095
    assert len(call("format", "%999999999s", "x")) <= 4095


def test_lines_end_at_line_ends_alone() -> None:
    assert lines_of("") == []
    assert lines_of("a\u2028b\x0bc\rd\n\ne") == ["a\u2028b\x0bc\rd", "", "e"]
    assert lines_of("a\n") == ["a"]
