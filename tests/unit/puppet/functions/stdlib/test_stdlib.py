"""The list of stdlib's functions: each has its file, and the family that its name says."""

from __future__ import annotations

import pytest

from duckrow.puppet.functions.stdlib import NAMES, NEWER, OLDER, find
from duckrow.puppet.runtime.function import Function, LegacyFunction


@pytest.mark.parametrize("name", NAMES)
def test_every_name_has_a_function_of_its_family(name: str) -> None:
    found = find(name)
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
    assert find("stdlib::any2array") is None
