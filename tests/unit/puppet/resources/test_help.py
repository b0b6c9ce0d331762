"""Every attribute of every type has a sentence."""

from __future__ import annotations

import pytest

from duckrow.puppet.resources.index import MODULES, OF_MODULES, find, find_of_module
from duckrow.puppet.resources.metaparameter_help import METAPARAMETER_HELP
from duckrow.puppet.runtime.definition import METAPARAMETERS


@pytest.mark.parametrize("name", [*MODULES, *OF_MODULES])
def test_every_attribute_is_explained(name: str) -> None:
    table = find(name) or find_of_module(name)
    assert table is not None
    assert table.summary.endswith(".")
    assert {*table.attribute_help} == {*table.properties, *table.parameters} - {"provider"}
    assert all(text.endswith(".") for text in table.attribute_help.values())


def test_metaparameters_are_explained() -> None:
    assert tuple(METAPARAMETER_HELP) == METAPARAMETERS
