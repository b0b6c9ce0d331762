"""The tables of resource types, beside what Puppet 7.23 and its former core modules answer.

`types.json` holds the attributes of each type, `keys.json` what names a resource of a title.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.resources import MODULES, find
from duckrow.puppet.runtime.definition import METAPARAMETERS

TYPES: dict[str, Any] = json.loads((Path(__file__).parent / "types.json").read_text())
KEYS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "keys.json").read_text())


def test_all_types_are_there() -> None:
    assert set(MODULES) == set(TYPES)
    assert find("anchor") is None
    assert find("index") is None
    assert find("File") is None


@pytest.mark.parametrize("name", sorted(TYPES))
def test_type_is_as_recorded(name: str) -> None:
    table, expected = find(name), TYPES[name]
    assert table is not None
    assert table.name == name
    assert list(table.properties) == expected["properties"].split()
    assert list(table.parameters) == expected["parameters"].split()
    assert list(table.namevars) == expected["namevars"]
    assert table.is_isomorphic == expected["isomorphic"]
    values = {**table.properties, **table.parameters}
    assert {name: text.split() for name, text in values.items() if text} == expected["values"]
    assert list(table.lists) == expected["lists"]
    assert {name: [feature] for name, feature in table.features.items()} == expected["features"]


@pytest.mark.parametrize("name", sorted(TYPES))
def test_attributes_of_declarations(name: str) -> None:
    table = find(name)
    assert table is not None
    assert all(map(table.is_attribute, METAPARAMETERS))
    assert table.is_attribute("name")
    assert not table.is_attribute("title")
    assert not table.is_attribute("Mode")
    assert table.is_attribute("ensure") == ("ensure" in TYPES[name]["properties"].split())


@pytest.mark.parametrize("case", KEYS, ids=lambda c: f"{c['type']}-{c['title']}-{c['given']}")
def test_unique_key(case: dict[str, Any]) -> None:
    table = find(case["type"])
    assert table is not None
    assert list(table.unique_key(case["title"], case["given"])) == case["key"]
    other = table.alias_key(case["title"], case["given"])
    assert (None if other is None else list(other)) == case["alias"]


@pytest.mark.parametrize("name", sorted(TYPES))
@pytest.mark.parametrize("by_namevar", ["", "a", "b", None, False, ["a"]])
@pytest.mark.parametrize("by_name", ["", "a", None, False])
def test_the_alias_of_a_resource_is_its_unique_key(
    name: str, by_namevar: object, by_name: object
) -> None:
    table = find(name)
    assert table is not None
    ways: list[dict[str, object]] = [{}, {table.namevar: by_namevar}, {"name": by_name}]
    for given in [*ways, {table.namevar: by_namevar, "name": by_name}]:
        if table.split_title is None and table.is_isomorphic:
            key = table.unique_key("a", given)
            is_title = key == ("a",) or not any(part not in (None, False) for part in key)
            alias = table.alias_key("a", given)
            assert alias == (None if is_title else key), given


def test_a_type_is_imported_when_asked_for() -> None:
    program = (
        "import sys; from duckrow.puppet.resources import find; find('notify');"
        "print(*(m for m in sys.modules if m.startswith('duckrow.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    rooms = {name for name in done.stdout.split() if ".resources." in name}
    prefix = "duckrow.puppet.resources."
    common = ("index", "table", "behaviour", "desired")
    assert rooms == {prefix + name for name in (*common, "notify")}
