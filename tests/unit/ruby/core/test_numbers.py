"""Numbers: what the recorded expressions of Ruby do not reach."""

from __future__ import annotations

from math import inf

import pytest

from duckrow.ruby.core.numbers.integer import in_base
from duckrow.ruby.core.numbers.numeric import steps
from duckrow.ruby.core.numbers.read_numbers import leading_float, leading_integer, strict_integer
from duckrow.ruby.core.text.format import format_values
from duckrow.ruby.core.text.pack import pack, unpack
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import LimitError, RubyError, UnsupportedError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.values.kinds import symbol

RUBY = Interpreter()


def test_long_numbers_are_written_and_read() -> None:
    number = 7**4000
    text = send(RUBY, number, "to_s")
    assert send(RUBY, text, "to_i") == number
    assert in_base(255, 16) == "ff"
    assert in_base(-35, 36) == "-z"


def test_numbers_that_would_fill_the_memory() -> None:
    assert send(RUBY, 10, "**", 10**9) == inf
    for name, argument in (("**", 10**5), ("<<", 10**12), ("<<", 10**5)):
        with pytest.raises((LimitError, RubyError)):
            send(RUBY, 10, name, argument)
    with pytest.raises(LimitError):
        pack(RUBY, [""], f"a{10**9}")


def test_kinds_of_numbers_that_are_not_there_are_named() -> None:
    with pytest.raises(UnsupportedError, match="rational numbers"):
        send(RUBY, 2, "**", -1)
    with pytest.raises(UnsupportedError, match="complex numbers"):
        send(RUBY, -8.0, "**", 0.5)


def test_reading() -> None:
    assert leading_integer(RUBY, "12abc") == 12
    assert leading_integer(RUBY, "0x1f", 16) == 31
    assert leading_float(RUBY, "1.5e3x") == 1500.0
    assert leading_float(RUBY, "x") == 0.0
    assert strict_integer(RUBY, "0b11") == 3
    with pytest.raises(RubyError, match=r'invalid value for Integer\(\): "1x"'):
        strict_integer(RUBY, "1x")


def test_steps_of_floats_do_not_drift() -> None:
    made = list(steps(RUBY, 0.0, 1.0, 0.1))
    assert len(made) == 11
    assert made[-1] == 1.0


def test_formats_know_symbols_as_names() -> None:
    assert format_values(RUBY, "%<a>03d %{b}", [{symbol("a"): 7, symbol("b"): None}]) == "007 "
    with pytest.raises(RubyError, match="key<c> not found") as raised:
        format_values(RUBY, "%<c>d", [{symbol("a"): 7}])
    assert raised.value.class_name == "KeyError"


def test_packing_is_undone_by_unpacking() -> None:
    values = [1, -2, 65535, 3.5, "text"]
    packed = pack(RUBY, values, "Cl<nGa4")
    assert unpack(RUBY, packed, "Cl<nGa4") == values
