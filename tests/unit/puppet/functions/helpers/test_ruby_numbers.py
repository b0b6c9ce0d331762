"""Values as the reference's platform makes numbers of them."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

from duckrow.puppet.functions.helpers.ruby_numbers import to_float, to_int, to_integer, whole
from duckrow.puppet.runtime.errors import EvaluationError


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        (" 1_000 ", 1000),
        ("-0x1F", -31),
        ("0b101", 5),
        ("0o17", 15),
        ("017", 15),
        ("0d9", 9),
        ("0_7", 7),
        ("0", 0),
        ("+7", 7),
    ],
)
def test_whole_numbers(text: str, number: int) -> None:
    assert to_integer(text) == number


@pytest.mark.parametrize("text", ["", "a", "1__0", "_1", "1_", "09", "0x", "1.5", "- 7", "1 2"])
def test_texts_that_are_no_whole_numbers(text: str) -> None:
    with pytest.raises(EvaluationError, match=r"invalid value for Integer\(\): "):
        to_integer(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [("1.5", 1.5), ("1e3", 1000.0), (".5", 0.5), (" 1_0.2_5 ", 10.25), ("0x1.8p3", 12.0), ("7", 7)],
)
def test_floats(text: str, number: float) -> None:
    assert to_float(text) == number


@pytest.mark.parametrize("text", ["", "a", "5.", "1e", "e5", ".", "1__0", "nan", "Infinity", "+"])
def test_texts_that_are_no_floats(text: str) -> None:
    with pytest.raises(EvaluationError, match=r"invalid value for Float\(\): "):
        to_float(text)


@pytest.mark.parametrize(
    ("call", "value", "message"),
    [
        (to_integer, None, "can't convert nil into Integer"),
        (to_integer, True, "can't convert true into Integer"),
        (to_integer, [], "can't convert Array into Integer"),
        (to_integer, "1\0", r'invalid value for Integer(): "1\u0000"'),
        (to_float, {}, "can't convert Hash into Float"),
        (to_float, "1\0", "string for Float contains null byte"),
        (to_int, "1", "no implicit conversion of String into Integer"),
        (to_int, None, "no implicit conversion from nil to integer"),
        (to_int, 2**31, "integer 2147483648 too big to convert to `int'"),
        (to_int, -(2**31) - 1, "integer -2147483649 too small to convert to `int'"),
        (to_int, 1e20, "float 1e+20 out of range of integer"),
        (whole, nan, "NaN"),
        (whole, inf, "Infinity"),
        (whole, -inf, "-Infinity"),
    ],
)
def test_what_is_no_number_is_reported(call: Any, value: Any, message: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        call(value)
    assert caught.value.message == message


def test_numbers_stay() -> None:
    assert to_integer(-1.9) == -1
    assert to_int(2.9) == 2
    assert to_float(10**400) == inf
