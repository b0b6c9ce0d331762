"""References that were parameters stand in texts without quotes."""

from __future__ import annotations

from duckrow.puppet.runtime.compare import equals
from duckrow.puppet.runtime.references import as_parameter
from duckrow.puppet.runtime.strings import text
from duckrow.puppet.types.model.numbers import INTEGER
from duckrow.puppet.types.model.references import ClassType, ResourceType

FILE = ResourceType("file", "/a")


def test_a_reference_loses_its_quotes_and_stays_what_it_is() -> None:
    found = as_parameter(FILE)
    assert (text(FILE), text(found)) == ("File['/a']", "File[/a]")
    assert type(found) is ResourceType
    assert equals(found, FILE)


def test_a_class_gets_capitals() -> None:
    assert text(as_parameter(ClassType("a::b"))) == "Class[A::B]"
    assert text(as_parameter(ClassType(None))) == "Class"


def test_references_are_found_inside_arrays_and_hashes() -> None:
    assert text(as_parameter(["a", {"x": [FILE]}])) == "[a, {x => [File[/a]]}]"


def test_what_holds_no_reference_is_left_as_it_is() -> None:
    for value in (["a", [1, INTEGER]], {"a": {"b": [None]}}, [], "a", INTEGER, object()):
        assert as_parameter(value) is value
