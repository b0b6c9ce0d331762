"""What the recorded answers cannot hold: values without literals, and a difference on purpose."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from duckrow.puppet.types.format.convert import to_string
from duckrow.puppet.types.format.errors import FormatError
from duckrow.puppet.types.model.collections import ARRAY
from duckrow.puppet.types.model.numbers import INTEGER
from duckrow.puppet.types.model.wrappers import IteratorType
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import IGNORE_CASE, RubyRegexp


class Countdown:
    """An iteration under way, as far as this room knows one."""

    puppet_type = IteratorType(INTEGER)

    def __iter__(self) -> Iterator[int]:
        return iter((2, 1))


class Stranger:
    """Something of the platform that the language does not know."""

    def __str__(self) -> str:
        return "it's me"

    def __repr__(self) -> str:
        return "<Stranger>"


def test_an_iteration_is_shown_as_the_array_it_gives() -> None:
    assert to_string(Countdown()) == "[2, 1]"
    assert to_string(Countdown(), "%q") == "[2, 1]"  # the format is for the iteration, not for it
    assert to_string([Countdown()]) == "[[2, 1]]"


def test_a_value_of_the_platform_is_shown_by_its_text() -> None:
    assert to_string(Stranger()) == "it's me"
    assert to_string(Stranger(), "%p") == r"'it\'s me'"
    assert to_string(Stranger(), "%q") == "<Stranger>"
    with pytest.raises(FormatError, match="value of Runtime type"):
        to_string(Stranger(), "%d")


def test_times_are_shown_as_a_manifest_makes_them() -> None:
    # The reference shows the address of an object here.
    assert to_string([Timespan.parse("0-00:00:05")]) == "[Timespan('0-00:00:05.0')]"
    text = "Timestamp('2020-01-02T00:00:00.000000000 UTC')"
    assert to_string(Timestamp.parse("2020-01-02"), "%p") == text


@pytest.mark.parametrize("letter", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
def test_no_format_shows_what_is_sensitive(letter: str) -> None:
    for value in (Sensitive("hidden"), [Sensitive("hidden")], {"k": Sensitive("hidden")}):
        try:
            text = to_string(value, f"%{letter}")
        except FormatError as error:
            text = str(error)
        assert "hidden" not in text


def test_endless_floats_have_no_integers() -> None:
    assert to_string(float("inf"), "%f") == "Inf"
    assert to_string(float("-inf"), "%s") == "-Infinity"
    with pytest.raises(FormatError, match="-Infinity"):
        to_string(float("-inf"), "%d")


def test_options_of_an_expression_are_shown() -> None:
    assert to_string(RubyRegexp("a", IGNORE_CASE)) == "(?i-mx:a)"
    assert to_string(RubyRegexp("a", IGNORE_CASE), "%p") == "/(?i-mx:a)/"


def test_the_narrower_type_wins_whatever_the_order() -> None:
    narrow = (parse_type("Integer[1, 3]"), "%#x")
    wide = (INTEGER, "%b")
    for formats in (dict((narrow, wide)), dict((wide, narrow))):
        given = {ARRAY: {"format": "%a", "string_formats": formats}}
        assert to_string([2, 10], given) == "[0x2, 1010]"


def test_an_empty_separator_is_one() -> None:
    formats = {ARRAY: {"format": "%a", "separator": ""}}
    assert to_string([1, 2], formats) == "[12]"


def test_formats_that_are_none() -> None:
    with pytest.raises(FormatError, match=r"expects a Default value or a Hash .* got a 'Integer'"):
        to_string(1, 5)
    with pytest.raises(FormatError, match=r"expected a hash .* got instance of 'String'"):
        to_string([], {ARRAY: {"format": "%a", "string_formats": "%s"}})
