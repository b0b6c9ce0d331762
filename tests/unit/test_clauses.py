"""Every clause of the specification documents has a test that carries its number.

A test of the clause MO-9 is named test_mo_9_…; one of several test_mo_9_10_… or test_mo_9_to_12_….
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
NAME = re.compile(r"def test_(mo|ld|ty|du|cf)((?:_\d+)+)(?:_to_(\d+))?_")
# How many clauses each document has: how Puppet operates, its loaders, its types, the order of a
# catalog, and the order of a policy.
CLAUSES = {"mo": 67, "ld": 27, "ty": 150, "du": 48, "cf": 67}


def clauses_with_tests(document: str) -> set[int]:
    """Return the numbers in the names of the tests."""
    found: set[int] = set()
    for path in TESTS.rglob("test_*.py"):
        for owner, listed, last in NAME.findall(path.read_text()):
            if owner == document:
                numbers = [int(number) for number in listed[1:].split("_")]
                found.update(numbers, range(numbers[-1], int(last or 0) + 1))
    return found


@pytest.mark.parametrize("document", CLAUSES)
def test_every_clause_has_a_test(document: str) -> None:
    assert clauses_with_tests(document) == set(range(1, CLAUSES[document] + 1))
