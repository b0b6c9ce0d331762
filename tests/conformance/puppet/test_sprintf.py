"""Templates of sprintf, filled in or refused as Ruby 3.1 does; `sprintf/record.py` asked it."""

from __future__ import annotations

import json
from pathlib import Path

from duckrow.puppet.functions.sprintf import format_values
from duckrow.puppet.runtime.errors import EvaluationError

ANSWERS = Path(__file__).parent / "sprintf" / "answers.json"


def test_sprintf() -> None:
    cases = json.loads(ANSWERS.read_text("utf-8"))
    assert len(cases) == 3000
    wrong = []
    for template, values, wanted in cases:
        try:
            found = ["=", format_values(template, values)]
        except EvaluationError as error:
            found = ["!", error.message]
        if found != wanted:
            wrong.append(f"{template!r} {values}\n  reference: {wanted}\n  duckrow:   {found}")
    assert not wrong, "\n".join(wrong)
