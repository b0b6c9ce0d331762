"""Object types as a library: what `test_object_conformance.py` cannot ask in words."""

from __future__ import annotations

from copy import copy, deepcopy
from fractions import Fraction

import pytest

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.check import TypeMismatchError
from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.errors import TypeDefinitionError
from duckrow.puppet.types.format.convert import to_string
from duckrow.puppet.types.format.interpolated import interpolated
from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.objects.builtin import ERROR, TARGET
from duckrow.puppet.types.objects.create import from_hash
from duckrow.puppet.types.objects.init_hash import init_hash
from duckrow.puppet.types.objects.make import object_from_hash
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text

TEXTS = {
    "Point": "Object[{attributes => {x => Integer, y => {type => Integer, value => 0}}}]",
    "Pixel": "Object[{parent => Point, attributes => {color => String}}]",
    "Loose": "Object[{attributes => {x => Any, note => Optional[String]}, equality => x}]",
    "Shown": "Object[{attributes => {a => {type => Integer, kind => derived}}, "
    "functions => {f => Callable[[], String]}, constants => {k => 1}}]",
}


def _type(name: str) -> ObjectType:
    found = parse_type(name, Definitions(TEXTS))
    assert isinstance(found, ObjectType)
    return found


def _make(name: str, *arguments: object) -> PuppetObject:
    made = new(_type(name), *arguments)
    assert isinstance(made, PuppetObject)
    return made


def test_an_instance_never_changes_and_is_its_own_copy() -> None:
    point = _make("Point", 1)
    with pytest.raises(AttributeError):
        point.base_type = _type("Pixel")
    assert copy(point) is point
    assert deepcopy(point) is point


def test_equal_instances_are_one_key() -> None:
    known = {_make("Point", 1): "a", _make("Loose", [1, {"b": 2}], "x"): "b"}
    assert known[_make("Point", 1, 0)] == "a"
    assert known[_make("Loose", [1, {"b": 2}], "y")] == "b"
    assert _make("Point", 1, 1) not in known
    assert _make("Loose", [1, {"b": 2.0}]) not in known
    assert _make("Point", 1) != 1


def test_attributes_are_read_by_name() -> None:
    pixel = _make("Pixel", 1, "red")
    assert [pixel.attribute(name) for name in ("x", "y", "color")] == [1, 0, "red"]
    assert pixel.has_attribute("x")
    assert not pixel.has_attribute("z")
    with pytest.raises(KeyError):
        pixel.attribute("z")
    assert list(pixel.base_type.attributes()) == ["x", "y", "color"]
    assert pixel.base_type.member("x") is pixel.base_type.attributes()["x"]


def test_functions_constants_and_derived_attributes() -> None:
    shown = _make("Shown")
    assert list(shown.base_type.functions()) == ["f"]
    assert shown.attribute("k") == 1
    with pytest.raises(TypeDefinitionError, match="no method is implemented for derived attribute"):
        shown.attribute("a")


def test_a_type_is_made_again_of_its_own_description() -> None:
    for name in TEXTS:
        type_ = _type(name)
        assert object_from_hash(init_hash(type_)) == type_
        assert hash(object_from_hash(init_hash(type_))) == hash(type_)


def test_types_without_names_differ_by_what_they_say() -> None:
    texts = [
        "Object[{attributes => {a => Integer}}]",
        "Object[{attributes => {a => Integer[1]}}]",
        "Object[{attributes => {a => Object[{attributes => {b => Integer}}]}}]",
        "Object[{attributes => {a => Object[{attributes => {b => String}}]}}]",
        "Object[{attributes => {a => {type => Any, value => 1}}}]",
        "Object[{attributes => {a => {type => Any, value => '1'}}}]",
        "Object",
    ]
    types = [parse_type(text) for text in texts]
    assert len(set(types)) == len(texts)
    assert types == [parse_type(text) for text in texts]


def test_an_instance_of_a_type_without_a_name() -> None:
    type_ = parse_type("Object[{attributes => {a => Integer}}]")
    made = new(type_, 1)
    assert accepts(type_, made)
    assert infer(made) == type_
    with pytest.raises(TypeMismatchError, match="'new_Object' was called with arguments"):
        new(type_, "x")


def test_a_definition_that_fails_fails_again_the_same_way() -> None:
    definitions = Definitions({"A": "Object[{parent => A}]"})
    for _ in range(2):
        with pytest.raises(TypeDefinitionError, match="The Object type 'A' inherits from itself"):
            definitions("A")


def test_a_named_type_as_text_says_what_it_stands_for() -> None:
    definitions = Definitions({"Car": "Object[{attributes => {a => Integer}}]", "Al": "Array[Car]"})
    car, alias = parse_type("Car", definitions), parse_type("Al", definitions)
    described = "Object[{name => 'Car', attributes => {'a' => Integer}}]"
    for write in (interpolated, to_string):
        assert write(car) == described
        assert write([car]) == f"[{described}]"
        assert write(parse_type("Type[Car]", definitions)) == "Type[Car]"
        assert write(parse_type("Object")) == "Object[{}]"
        assert write(parse_type("Data")) == "Data"
    assert interpolated(alias) == to_string(alias) == f"Al = Array[{described}]"


def test_an_error_has_a_message() -> None:
    error = new(ERROR, {"msg": "broken", "details": {"a": 1}})
    assert error.attribute("msg") == "broken"
    assert "message" in ERROR.functions()
    assert accepts(parse_type("Error[Undef]"), error)
    assert not accepts(parse_type("Error[NotUndef]"), error)


def test_target_is_there_but_is_no_name_of_the_language() -> None:
    target = from_hash(TARGET, {"uri": "ssh://a"})
    assert target.attribute("options") == {}
    assert type_to_text(infer(target)) == "Target"
    assert type_to_text(parse_type("Target")) == "TypeReference['Target']"


def test_python_names_classes_of_this_platform() -> None:
    fraction = parse_type("Python['fractions.Fraction']")
    assert fraction == parse_type("Runtime['python', 'fractions.Fraction']")
    assert accepts(fraction, Fraction(1, 2))
    assert accepts(parse_type("Python['numbers.Rational']"), Fraction(1, 2))
    assert accepts(parse_type("Python"), Fraction(1, 2))
    assert not accepts(parse_type("Python['decimal.Decimal']"), Fraction(1, 2))
    assert not accepts(fraction, 1)
    assert assignable(parse_type("Runtime"), fraction)
    assert not assignable(parse_type("Runtime['ruby', 'fractions.Fraction']"), fraction)


def test_naming_a_class_imports_nothing() -> None:
    import sys

    assert "this" not in sys.modules
    assert not accepts(parse_type("Python['this.Zen']"), Fraction(1, 2))
    assert "this" not in sys.modules


@pytest.mark.parametrize("text", ["Python[]", "Python['a', 'b']", "Python['']", "Python[1]"])
def test_a_class_has_one_name(text: str) -> None:
    from duckrow.source.errors import DuckrowError

    with pytest.raises(DuckrowError):
        parse_type(text)
