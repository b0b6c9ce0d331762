"""Formats that take values out of text; the answers are those of Ruby's scanf 1.0."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.puppet.functions.scan import Format
from duckrow.puppet.runtime.errors import EvaluationError

RECORDED = Path(__file__).parents[3] / "conformance" / "puppet" / "functions" / "scanf.json"


def test_recorded() -> None:
    for text, form, values in json.loads(RECORDED.read_text("utf-8")):
        found, _ = Format(form).scan(text)
        assert [(type(each), each) for each in found] == [(type(each), each) for each in values], (
            text,
            form,
        )


def test_what_is_left() -> None:
    assert Format("%d,%d").scan("1,2,3") == ([1, 2], ",3")


@pytest.mark.parametrize("form", ["%[]", "%[^]", "%[z-a]", "%99999999999s"])
def test_formats_that_cannot_be(form: str) -> None:
    with pytest.raises(EvaluationError, match="scanf"):
        Format(form)
