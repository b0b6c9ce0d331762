"""Templates filled in as Ruby's `format` does; the answers are those of Ruby 3.1."""

from __future__ import annotations

import pytest

from duckrow.puppet.types.format.errors import FormatError
from duckrow.puppet.types.format.sprintf import format_float, format_integer, format_text


@pytest.mark.parametrize(
    ("template", "value", "text"),
    [
        ("%x", -255, "..f01"),
        ("%+x", -255, "-ff"),
        ("%#o", 0, "0"),
        ("%.5x", -1, "..fff"),
        ("%08b", -5, "..111011"),
    ],
)
def test_negative_numbers_go_on_for_ever_unless_a_sign_is_asked_for(
    template: str, value: int, text: str
) -> None:
    assert format_integer(template, value) == text


def test_rounding_a_hexadecimal_float_may_carry_into_the_exponent() -> None:
    assert format_float("%.0a", 255.0) == "0x1p+8"
    assert format_float("%a", 5e-324) == "0x1p-1074"


def test_an_argument_is_used_once() -> None:
    with pytest.raises(FormatError, match="too few arguments"):
        format_integer("%d\n%d", 1)
    assert format_integer("100%%\n%d", 1) == "100%\n1"


def test_a_width_beyond_the_platform_is_rejected() -> None:
    with pytest.raises(FormatError, match="width too big"):
        format_text("%99999999999s", "x")
