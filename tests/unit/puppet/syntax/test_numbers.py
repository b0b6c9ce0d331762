"""Numbers are taken apart as the reference does, and bad ones named as it names them."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax.numbers import match_number, number_error, number_fault

from .reading import rejected_at


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", "12"),
        ("0x1F,", "0x1F"),
        ("1.5e-3 ", "1.5e-3"),
        ("1.5e", "1"),
        ("1.x", "1"),
        ("12a", None),
        ("12_", None),
        ("12é", None),
        ("1.5é", "1"),
        ("0x1Fé", None),
        ("12\u0301", None),
        ("12²", None),
        ("12Ⓐ", None),
        ("12中", None),
        ("12\u200d", "12"),
        ("12\ufeff", "12"),
        ("12\u3000", "12"),
        ("12-3", "12"),
        ("1e5-3", "1e5"),
    ],
)
def test_a_number_ends_where_a_word_ends(text: str, number: str | None) -> None:
    assert match_number(text, 0) == number


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("0x1f", None),
        ("0xg", "invalid-hex-number"),
        ("017", None),
        ("08", "invalid-octal-number"),
        ("07.5", "invalid-octal-number"),
        ("0", None),
        ("0.5", None),
        ("1.", "invalid-decimal-number"),
        ("1e", "invalid-decimal-number"),
        ("1e5", None),
        ("12", None),
        ("12a", "illegal-number"),
    ],
)
def test_what_is_wrong_has_a_name(value: str, code: str | None) -> None:
    assert number_fault(value) == code


def test_the_digits_before_a_point_belong_to_a_bad_number() -> None:
    assert number_error("$a = 12.5x", 8) == ("invalid-decimal-number", 5, "12.5x")


# Recorded from Puppet 7.23.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$a = 1.5x", "1:6 Not a valid decimal number 1.5x"),
        ("$a = 0xzz", "1:6 Not a valid hex number 0xzz"),
        ("$a = 089", "1:6 Not a valid octal number 089"),
        ("$a = 12abc", "1:6 Illegal number '12abc'"),
        ("$a = 12é", "1:7 Illegal number '12'"),
        ("notice(08.5.map |$x| { $x })", "1:8 Not a valid octal number 08.5"),
    ],
)
def test_bad_numbers_are_rejected_in_the_references_words(text: str, expected: str) -> None:
    assert rejected_at(text) == expected
