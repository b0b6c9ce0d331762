"""A manifest ready to run."""

from __future__ import annotations

import pytest

from duckrow.puppet.compiler.unit import InvalidManifestError, load_unit
from duckrow.puppet.values.default import DEFAULT
from duckrow.source.errors import SourceError

TEXT = b"""class a::b(Integer $x = 1, $y) inherits c { class d { } }
define e { }
function f::g($p, *$rest) { }
type T = Integer[1, 2]
node 'one', /two/, default { }
"""


def test_definitions_are_described() -> None:
    unit = load_unit(TEXT, "a.pp", module_name="a")
    described = [(each.kind, each.name, each.line) for each in unit.definitions]
    assert sorted(described) == [
        ("class", "a::b", 1),
        ("class", "a::b::d", 1),
        ("define", "e", 2),
        ("function", "f::g", 3),
        ("node", "", 5),
        ("type", "T", 4),
    ]
    by_name = {each.name: each for each in unit.definitions}
    assert by_name["a::b"].parent == "c"
    assert by_name["a::b"].module_name == "a"
    assert [each.name for each in by_name["a::b"].parameters] == ["x", "y"]
    assert by_name["f::g"].parameters[1].captures_rest
    assert by_name["T"].text == "Integer[1, 2]"
    numbers = (("literal", 1), ("literal", 2))
    assert by_name["T"].expression == ("access", "Integer", numbers, "Integer[1, 2]")
    assert by_name[""].hosts[0] == "one"
    assert by_name[""].hosts[2] is DEFAULT
    assert unit.main is None


def test_code_outside_of_definitions_is_main() -> None:
    unit = load_unit(b"class c { } $a = 1", None)
    assert unit.main is not None
    assert unit.main.kind == "class"
    assert unit.main.name == ""


def test_bad_syntax_and_bad_manifests_are_rejected() -> None:
    with pytest.raises(SourceError):
        load_unit(b"class {", "a.pp")
    with pytest.raises(InvalidManifestError) as caught:
        load_unit(b"$a += 1\n$b += 1", "a.pp")
    assert len(caught.value.findings) == 2


def test_code_of_manifests_reaches_no_builtins() -> None:
    unit = load_unit(b"$a = 1", None)
    assert unit.names["__builtins__"] == {}
