"""Formats that take values out of text; the answers are those of Ruby's scanf 1.0."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.puppet.functions.text.scanf import Format
from duckrow.puppet.runtime.errors import EvaluationError

RECORDED = Path(__file__).parent / "scanf.json"


def test_recorded() -> None:
    for text, form, values in json.loads(RECORDED.read_text("utf-8")):
        found, _ = Format(form).scan(text)
        assert [(type(each), each) for each in found] == [(type(each), each) for each in values], (
            text,
            form,
        )


@pytest.mark.parametrize(
    ("text", "form", "values"),
    [
        ("-12", "%2i", [-1]),
        ("+7", "%3i", [7]),
        ("1e5", "%5f", [1.0]),
        ("ab", "%99999999999s", ["ab"]),
    ],
)
def test_a_width_is_no_more_than_a_width(text: str, form: str, values: list[object]) -> None:
    # Ruby's library has no signs for %2i, and takes whatever comes for %5f.
    assert Format(form).scan(text)[0] == values


def test_what_is_left() -> None:
    assert Format("%d,%d").scan("1,2,3") == ([1, 2], ",3")


@pytest.mark.parametrize("form", ["%[]", "%[^]", "%[z-a]"])
def test_formats_that_cannot_be(form: str) -> None:
    with pytest.raises(EvaluationError, match="scanf"):
        Format(form)
