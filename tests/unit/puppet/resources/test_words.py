"""Every attribute of every type has a sentence."""

from __future__ import annotations

from importlib import import_module

import pytest

from duckrow.puppet.resources.index import MODULES, OF_MODULES, find, find_of_module
from duckrow.puppet.resources.table import METAPARAMETERS
from duckrow.puppet.resources.words import common


@pytest.mark.parametrize("name", [*MODULES, *OF_MODULES])
def test_every_attribute_is_explained(name: str) -> None:
    table = find(name) or find_of_module(name)
    assert table is not None
    words = import_module(f"duckrow.puppet.resources.words.{name}")
    assert words.SUMMARY.endswith(".")
    assert {*words.ATTRIBUTES} == {*table.properties, *table.parameters} - {"provider"}
    assert all(text.endswith(".") for text in words.ATTRIBUTES.values())


def test_metaparameters_are_explained() -> None:
    assert tuple(common.METAPARAMETERS) == METAPARAMETERS
