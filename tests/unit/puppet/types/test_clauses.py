"""Every clause about types, values and variables has its test, by its number."""

from __future__ import annotations

import re
from pathlib import Path


def test_every_clause_has_a_test() -> None:
    texts = [path.read_text() for path in Path(__file__).parent.glob("test_clauses_*.py")]
    numbers = [int(found) for text in texts for found in re.findall(r"def test_ty_(\d{3})_", text)]
    assert sorted(numbers) == list(range(1, 151))
