"""No regular expression of ours makes a group with alternatives possessive.

Python before 3.11.5, which Debian 12 has, reads such groups wrongly. Tests on a newer one would
not notice.
"""

from __future__ import annotations

import re
from pathlib import Path

import duckrow

SOURCE = Path(duckrow.__file__).parent
POSSESSIVE_CHOICE = re.compile(r"\|[^()\n]*\)(?:[*+?]|\{\d*,?\d*\})\+")


def test_no_choice_is_possessive() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in sorted(SOURCE.rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if POSSESSIVE_CHOICE.search(line)
    ]
    assert found == []


def test_the_search_finds_one() -> None:
    assert POSSESSIVE_CHOICE.search(r'SPACE = r"(?:[ \t\n]++|#[^\n]*+)*+"')
