"""Text: what the recorded expressions of Ruby do not reach."""

from __future__ import annotations

import pytest

from duckrow.ruby.compiler.changing import MUTATORS as WRITTEN
from duckrow.ruby.core.convert import from_bytes, to_bytes, to_int, to_name, to_str
from duckrow.ruby.core.text.characters import spelled, squeeze, translate
from duckrow.ruby.core.text.split import lines, split
from duckrow.ruby.core.text.string_more import METHODS, strings_between
from duckrow.ruby.core.text.string_mutators import MUTATORS
from duckrow.ruby.core.text.substitute import gsub
from duckrow.ruby.core.text.successor import successor
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import LimitError, RubyError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.values.kinds import symbol
from duckrow.ruby.values.quoting import inspect_text

RUBY = Interpreter()


def test_bytes_that_are_no_text_survive() -> None:
    data = bytes(range(256))
    assert to_bytes(from_bytes(data)) == data
    assert inspect_text(from_bytes(b"a\xff\n")) == '"a\\xFF\\n"'


def test_every_method_that_changes_a_string_is_known_to_the_compiler() -> None:
    """A mutator that the compiler does not know would change nothing, in silence."""
    assert set(MUTATORS) - WRITTEN <= {"[]=", "setbyte", "scrub!"}
    assert set(MUTATORS) >= WRITTEN


def test_mutators_give_the_new_string_and_the_result() -> None:
    assert MUTATORS["upcase!"](RUBY, "A") == ("A", None)
    assert MUTATORS["upcase!"](RUBY, "a") == ("A", "A")
    assert MUTATORS["slice!"](RUBY, "abc", 1) == ("ac", "b")
    assert MUTATORS["<<"](RUBY, "a", 98) == ("ab", "ab")


def test_sets_of_characters() -> None:
    assert spelled("a-ce") == "abce"
    assert spelled("a\\-c") == "a-c"
    assert translate(RUBY, "hello", "a-y", "b-z") == "ifmmp"
    assert squeeze(RUBY, "aabb", ("a",)) == "abb"
    with pytest.raises(RubyError, match="invalid range"):
        spelled("z-a")


@pytest.mark.parametrize(
    ("text", "after"),
    [("az", "ba"), ("Zz", "AAa"), ("a9", "b0"), ("1.9.9", "2.0.0"), ("a-9", "a-10"), ("", "")],
)
def test_successor(text: str, after: str) -> None:
    assert successor(RUBY, text) == after


def test_strings_between() -> None:
    assert list(strings_between(RUBY, "a", "e")) == list("abcde")
    assert list(strings_between(RUBY, "08", "11")) == ["08", "09", "10", "11"]
    assert list(strings_between(RUBY, "ab", "aa")) == []
    assert list(strings_between(RUBY, "y", "ab")) == []
    assert list(strings_between(RUBY, "az", "bb", excludes_last=True)) == ["az", "ba"]
    assert list(strings_between(RUBY, "9", "11")) == ["9", "10", "11"]
    assert list(strings_between(RUBY, "host01", "host3")) == ["host01"]


def test_split_and_lines() -> None:
    assert split(RUBY, " a  b ") == ["a", "b"]
    assert split(RUBY, "a,b,,", ",") == ["a", "b"]
    assert split(RUBY, "a,b,,", ",", -1) == ["a", "b", "", ""]
    assert lines(RUBY, "a\r\nb", {symbol("chomp"): True}) == ["a", "b"]
    assert lines(RUBY, "a\n\n\nb\n", "") == ["a\n\n\n", "b\n"]


def test_a_replacement_remembers_its_match() -> None:
    ruby = Interpreter()
    assert gsub(ruby, "hello", "l", "L") == "heLLo"
    assert ruby.match is not None
    assert ruby.match.match.group() == "l"
    assert gsub(ruby, "hello", "x", "y") is None
    assert not ruby.match


def test_implicit_conversions_say_what_is_wrong() -> None:
    assert to_int(RUBY, 1.9) == 1
    assert to_name(RUBY, symbol("a")) == to_name(RUBY, "a") == "a"
    for value, words in [(None, "from nil to integer"), ("x", "of String into Integer")]:
        with pytest.raises(RubyError, match=f"no implicit conversion {words}"):
            to_int(RUBY, value)
    with pytest.raises(RubyError, match="bignum too big to convert into `long'"):
        to_int(RUBY, 2**70)
    with pytest.raises(RubyError, match="no implicit conversion of true into String"):
        to_str(RUBY, True)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("*", (10**9,)), ("ljust", (10**9,)), ("rjust", (10**9,)), ("center", (10**9, "ab"))],
)
def test_large_strings_are_rejected(name: str, arguments: tuple[object, ...]) -> None:
    with pytest.raises(LimitError):
        send(RUBY, "abc", name, *arguments)


def test_a_string_that_grows_without_end_is_rejected() -> None:
    text = "x" * 20_000
    with pytest.raises(LimitError):
        send(RUBY, text, "gsub", "x", text)


def test_all_methods_can_be_called_by_name() -> None:
    for name in ("gsub", "scan", "split", "each_line", "unpack"):
        assert callable(METHODS[name])
