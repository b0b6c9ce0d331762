"""Errors about values that have no order."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.functions.helpers.ruby_compare import compared
from duckrow.puppet.runtime.errors import EvaluationError


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (1, "a", "Integer with String"),
        ("a", 1, "String with 1"),
        (None, [1], "NilClass with Array"),
        (True, False, "TrueClass with false"),
        ([1], None, "Array with nil"),
    ],
)
def test_no_order(one: Any, other: Any, words: str) -> None:
    with pytest.raises(EvaluationError, match=f"^comparison of {words} failed$"):
        compared(one, other)
