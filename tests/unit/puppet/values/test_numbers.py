from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duckrow.puppet.values.numbers import (
    read_float,
    read_integer,
    read_number,
    read_number_with_radix,
    read_numeric,
)
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.numbers import float_text, integer_text, number_text, read_digits

law = settings(max_examples=250, derandomize=True, database=None, deadline=None)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (1e14, "100000000000000.0"),
        (1e15, "1.0e+15"),
        (-1234567890123456.0, "-1.234567890123456e+15"),
        (1234567890123456.5, "1234567890123456.5"),
        (1e16, "1.0e+16"),
        (1e20, "1.0e+20"),
        (1.5e300, "1.5e+300"),
        (0.0001, "0.0001"),
        (0.00001, "1.0e-05"),
        (float("inf"), "Infinity"),
        (float("-inf"), "-Infinity"),
        (float("nan"), "NaN"),
    ],
)
def test_floats_are_written_as_the_reference_writes_them(value: float, text: str) -> None:
    assert float_text(value) == text


@law
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_written_float_reads_back(value: float) -> None:
    assert float(float_text(value)) == value


@law
@given(st.integers())
def test_a_written_integer_reads_back(value: int) -> None:
    assert read_number(number_text(value)) == value
    assert read_integer(integer_text(value)) == value


@law
@given(st.integers(min_value=0, max_value=2**80))
def test_a_prefix_decides_the_radix(value: int) -> None:
    assert read_integer(f"0x{value:x}") == read_integer(f"-0x{value:X}") * -1 == value
    assert read_integer(f"0b{value:b}") == value
    assert read_integer(f"0{value:o}") == value
    assert read_integer(f"{value:o}", 8) == value
    assert read_number_with_radix(f"0{value:o}") == (value, 8)
    assert read_number_with_radix(f"0x{value:x}") == (value, 16)


@pytest.mark.parametrize("digits", [3_999, 4_000, 4_001, 4_300, 4_301, 9_999, 20_000])
def test_numbers_longer_than_python_likes(digits: int) -> None:
    text = "9" * digits
    assert read_digits(text) == 10**digits - 1
    assert integer_text(-(10**digits - 1)) == "-" + text
    assert integer_text(10**digits) == "1" + "0" * digits
    assert read_number(text) == read_integer(text) == 10**digits - 1
    assert read_number("0x" + "f" * digits) == 16**digits - 1


@pytest.mark.parametrize("text", ["", "x", "1 2", "08", "0b1", "1e+5", "0e1", "1e400", "5\n", "٣"])
def test_what_is_no_number_to_an_operator(text: str) -> None:
    assert read_number(text) is None


def test_many_blanks_take_no_time_to_speak_of() -> None:
    blanks = "\u2003 \t" * 100_000
    assert read_number(f"{blanks}-{blanks}5{blanks}") == -5
    assert read_number(f"{blanks}x") is None


def test_a_failed_conversion_says_why() -> None:
    with pytest.raises(InvalidValueError, match=r"^The string 'x' cannot be converted to Integer$"):
        read_integer("x")
    with pytest.raises(InvalidValueError, match=r'^invalid value for Integer\(\): "08"$'):
        read_integer("08")
    with pytest.raises(InvalidValueError, match=r"^Illegal radix: 3, expected 2, 8, 10, 16, or"):
        read_integer("12", 3)
    with pytest.raises(InvalidValueError, match=r'^invalid value for Float\(\): "-0b1"$'):
        read_float("-0b1")
    with pytest.raises(InvalidValueError, match=r"^The string '1_0' cannot be converted to Num"):
        read_numeric("1_0")


def test_a_float_of_nothing_but_zero() -> None:
    # The reference looks at a second character here without asking whether there is one.
    assert read_float("0") == 0.0


def test_a_hexadecimal_number_beyond_all_floats() -> None:
    assert read_float("0x" + "f" * 400) == float("inf")
