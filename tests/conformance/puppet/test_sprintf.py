"""Templates of sprintf, filled in or refused as Ruby 3.1 does; `sprintf/record.py` asked it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.functions.text.sprintf import SPRINTF, format_values
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import Scope

ANSWERS = Path(__file__).parent / "sprintf"


class Build:
    """Remembers templates."""

    def __init__(self) -> None:
        self.memo: dict[str, Any] = {}


def in_full(template: str, values: list[Any]) -> str:
    return format_values(template, values)


def in_short(template: str, values: list[Any]) -> str:
    """Fill in the way the function does, which leaves plain templates to Python."""
    made: str = SPRINTF.run(SCOPE, [template, *values])
    return made


BUILD: Any = Build()
SCOPE = Scope(BUILD)


@pytest.mark.parametrize("fill", [in_full, in_short])
@pytest.mark.parametrize("name", ["answers.json", "floats.json"])
def test_sprintf(fill: Callable[[str, list[Any]], str], name: str) -> None:
    cases = json.loads((ANSWERS / name).read_text("utf-8"))
    assert len(cases) == 3000
    wrong = []
    for template, values, wanted in cases:
        try:
            found = ["=", fill(template, values)]
        except EvaluationError as error:
            found = ["!", error.message]
        if found != wanted:
            wrong.append(f"{template!r} {values}\n  reference: {wanted}\n  duckrow:   {found}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("letter", ["s", "d"])
def test_both_ways_agree(letter: str) -> None:
    values: list[Any] = [0, -7, 42, 2**63 - 1, "12", "a", "", 1.5, -0.0, "0x1f", "é"]
    for flags in ("", "-", "+", " ", "0", "-0", "+0", " 0", "+-", "00"):
        for width in ("", "1", "8", "08"):
            for precision in ("", ".0", ".2", ".12") if letter == "s" else ("",):
                template = f"a%{flags}{width}{precision}{letter}%%"
                for value in values:
                    assert said(in_short, template, value) == said(in_full, template, value)


def said(fill: Callable[[str, list[Any]], str], template: str, value: Any) -> str:
    try:
        return fill(template, [value])
    except EvaluationError as error:
        return error.message
