"""regsubst(): a replacement without references takes a shorter way."""

from __future__ import annotations

import pytest

from duckrow.puppet.functions.text.regsubst import _replaced, _with_text
from duckrow.regexp import regexp


@pytest.mark.parametrize("pattern", ["a", "a*", "^", "$", "b|", "(a)(b)?", "x", "\\n", "é", "."])
@pytest.mark.parametrize("text", ["", "a", "aab", "baab", "a\nb\n", "xéa", "ab" * 30])
@pytest.mark.parametrize("replacement", ["", "-", "aa"])
@pytest.mark.parametrize("is_global", [True, False])
def test_a_text_replaces_what_a_function_replaces(
    pattern: str, text: str, replacement: str, is_global: bool
) -> None:
    found = regexp(pattern)
    expected = _replaced(text, found, lambda _: replacement, is_global)
    assert _with_text(text, found, replacement, is_global) == expected
