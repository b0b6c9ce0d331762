"""Type sets as a library: names inside of them, and sets that build on each other."""

from __future__ import annotations

import pytest

from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.errors import TypeDefinitionError
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.objects.type_set import TYPE_SET, TypeSetType
from duckrow.puppet.types.objects.type_set_make import type_set_from_hash
from duckrow.puppet.types.objects.type_set_text import init_hash
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text

SHAPES = (
    "TypeSet[{pcore_version => '1.0.0', version => '1.2.0', types => {"
    "Size => Integer[0], Point => {attributes => {x => Size, y => Shapes::Size}}, "
    "Dot => Point {attributes => {tint => Optional[Dot]}}, "
    "Inner => TypeSet[{pcore_version => '1.0.0', version => '1.0.0', types => {Deep => Float}}]}}]"
)


def _uses(references: str, types: str) -> str:
    return (
        "TypeSet[{pcore_version => '1.0.0', version => '1.0.0', "
        f"references => {{{references}}}, types => {{{types}}}}}]"
    )


def test_names_inside_a_set_are_found_in_any_case() -> None:
    definitions = Definitions({"Shapes": SHAPES})
    shapes = definitions("shapes")
    assert isinstance(shapes, TypeSetType)
    assert shapes.find("Point") is shapes.find("pOINT") is definitions("SHAPES::point")
    assert shapes.find("Nope") is None
    assert definitions("Shapes::Nope") is None
    assert type_to_text(parse_type("Array[Shapes::Size]", definitions)) == "Array[Shapes::Size]"


def test_types_of_a_set_see_each_other_by_short_and_by_full_name() -> None:
    point = parse_type("Shapes::Point", Definitions({"Shapes": SHAPES}))
    assert new(point, 1, 2).attribute("y") == 2
    assert not accepts(point.attributes()["x"].type, -1)  # type: ignore[attr-defined]
    assert not accepts(point.attributes()["y"].type, -1)  # type: ignore[attr-defined]


def test_a_parent_may_stand_before_the_hash() -> None:
    definitions = Definitions({"Shapes": SHAPES})
    point, dot = parse_type("Shapes::Point", definitions), parse_type("Shapes::Dot", definitions)
    made = new(dot, 1, 2, new(dot, 3, 4))
    assert accepts(point, made)
    assert made.attribute("tint").attribute("x") == 3


def test_a_set_inside_a_set() -> None:
    deep = parse_type("Shapes::Inner::Deep", Definitions({"Shapes": SHAPES}))
    assert accepts(deep, 1.5)
    assert not accepts(deep, 1)


def test_a_set_sees_what_it_builds_on_by_its_own_name_for_it() -> None:
    uses = _uses("S => {name => 'Shapes', version_range => '1.x'}", "Sizes => Array[S::Size]")
    definitions = Definitions({"Shapes": SHAPES, "Uses": uses})
    sizes = parse_type("Uses::Sizes", definitions)
    assert accepts(sizes, [0, 1])
    assert not accepts(sizes, [-1])
    found = definitions("Uses")
    assert isinstance(found, TypeSetType)
    assert found.find("S") is definitions("Shapes")
    assert found.find("s::size") is definitions("Shapes::Size")
    assert definitions("Uses::S::Size") is None


def test_sets_may_build_on_each_other() -> None:
    one = _uses("Other => {name => 'Two', version_range => '1.x'}", "A => Array[Other::B]")
    two = _uses("Other => {name => 'One', version_range => '1.x'}", "B => Optional[Other::A]")
    definitions = Definitions({"One": one, "Two": two})
    assert accepts(parse_type("One::A", definitions), [None, [None, []]])
    assert not accepts(parse_type("One::A", definitions), [1])


def test_a_set_that_fails_fails_again_the_same_way() -> None:
    uses = _uses("S => {name => 'Nope', version_range => '1.x'}", "A => Integer")
    definitions = Definitions({"Uses": uses})
    for _ in range(2):
        with pytest.raises(TypeDefinitionError, match="reference to TypeSet named 'Nope' cannot"):
            definitions("Uses")


def test_a_set_is_made_again_of_its_own_description() -> None:
    shapes = Definitions({"Shapes": SHAPES})("Shapes")
    assert isinstance(shapes, TypeSetType)
    again = type_set_from_hash(init_hash(shapes))
    assert again == shapes
    assert again.find("Size") == shapes.find("Size")
    assert type_set_from_hash({}) is TYPE_SET
    assert shapes != TYPE_SET
