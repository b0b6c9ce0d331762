"""The list of stdlib's functions: each has its file, and the family that its name says."""

from __future__ import annotations

import pytest

from duckrow.puppet.functions.stdlib.table import NEWER, OLDER, find
from duckrow.puppet.runtime.function import Function, LegacyFunction


@pytest.mark.parametrize("name", sorted({*NEWER, *OLDER}))
def test_every_name_has_a_function_of_its_family(name: str) -> None:
    found = find(name, is_older=name not in NEWER)
    assert found is not None
    assert found.name == name
    assert isinstance(found, Function if name in NEWER else LegacyFunction)


@pytest.mark.parametrize("name", sorted(OLDER))
def test_what_ruby_asks_for_is_of_the_older_family(name: str) -> None:
    found = find(name, is_older=True)
    assert isinstance(found, LegacyFunction)
    assert found.name == name


def test_other_names_are_unknown() -> None:
    assert find("duck") is None
    assert find("duck", is_older=True) is None
    assert find("any2array") is None
    assert find("stdlib::any2array") is None


@pytest.mark.parametrize(
    ("name", "is_older", "version", "is_here"),
    [
        ("pick", True, (4, 25, 1), True),
        ("pick", True, (9, 7, 0), True),
        ("pick", True, (4, 12), False),
        ("defined_with_params", True, (4, 12), True),
        ("merge", False, (8, 5, 0), True),
        ("merge", False, (7, 1, 0), False),
        ("merge", False, (9, 0, 0), False),
        ("merge", True, (5, 2, 0), True),
        ("fact", False, (9, 7, 0), True),
        ("stdlib::extname", False, (9, 7, 0), True),
        ("ensure_packages", False, (8, 5, 0), True),
        ("ensure_packages", False, (8, 6, 0), False),
        ("ensure_packages", True, (7, 1, 0), False),
    ],
)
def test_releases(name: str, is_older: bool, version: tuple[int, ...], is_here: bool) -> None:
    assert (find(name, version, is_older=is_older) is not None) is is_here
