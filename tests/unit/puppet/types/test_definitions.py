"""Named types: found by name, worked out once, and allowed to contain themselves."""

from __future__ import annotations

import pytest

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.common import common_type
from duckrow.puppet.types.compare import is_same
from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.infer import infer, infer_detailed
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.references import ResourceType
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text

NAMED = Definitions(
    {
        "Tree": "Variant[Integer, Array[Tree]]",
        "Bush": "Variant[Array[Bush], Integer]",
        "Leafy": "Variant[Integer[1, 9], Array[Leafy]]",
        "Odd": "Variant[Integer, Even]",
        "Even": "Variant[String, Odd]",
        "Chain": "Optional[Struct[{next => Chain}]]",
        "Other": "Optional[Struct[{next => Other}]]",
        "Port": "Integer[1, 65535]",
        "My::Port": "Optional[Port]",
        "Selfish": "Variant[Selfish, Integer]",
        "Defined": "Variant[Integer, NotUndef[Defined]]",
    }
)


def named(text: str) -> Type:
    return parse_type(text, NAMED)


def test_a_name_is_written_as_it_was_defined() -> None:
    assert type_to_text(named("Port")) == "Port"
    assert type_to_text(named("::My::Port")) == "My::Port"


def test_a_name_stands_for_its_type() -> None:
    assert is_same(named("Port"), named("Integer[1, 65535]"))
    assert named("Port") != named("Integer[1, 65535]")
    assert accepts(named("My::Port"), None)
    assert not accepts(named("Port"), 65536)


def test_a_name_is_one_type_however_it_is_met() -> None:
    assert named("Port") is named("Port")
    assert NAMED("Tree") is named("Tree")


def test_a_definition_is_kept_in_its_normal_form() -> None:
    definitions = Definitions({"Merged": "Variant[Enum['a'], Enum['b'], Undef]"})
    merged = definitions("Merged")
    assert isinstance(merged, AliasType)
    assert type_to_text(merged.resolved) == "Optional[Enum['a', 'b']]"


def test_unknown_names_are_asked_of_the_outer_loader() -> None:
    outer = Definitions({"Port": "String"}, lambda name: ResourceType(name, None))
    assert type_to_text(parse_type("Vhost", outer)) == "Vhost"
    assert isinstance(parse_type("Vhost", outer), ResourceType)
    assert type_to_text(parse_type("Vhost", NAMED)) == "TypeReference['Vhost']"


@pytest.mark.parametrize(
    "texts",
    [
        {"Loop": "Loop"},
        {"Loop": "Variant[Loop, Loop]"},
        {"Loop": "Pool", "Pool": "Loop"},
        {"Loop": "Variant[Pool, Loop]", "Pool": "Variant[Loop, Pool]"},
    ],
)
def test_a_name_must_lead_to_a_real_type(texts: dict[str, str]) -> None:
    with pytest.raises(TypeSyntaxError) as rejected:
        parse_type("Loop", Definitions(texts))
    assert str(rejected.value) == "Type alias 'Loop' cannot be resolved to a real type"


def test_a_rejected_name_is_rejected_again() -> None:
    loop = Definitions({"Loop": "Loop"})
    for _ in range(2):
        with pytest.raises(TypeSyntaxError):
            parse_type("Loop", loop)


def test_a_choice_that_is_the_name_itself_is_left_out() -> None:
    selfish = named("Selfish")
    assert isinstance(selfish, AliasType)
    assert type_to_text(selfish.resolved) == "Integer"
    assert not selfish.is_recursive


@pytest.mark.parametrize("value", [1, [], [1], [[1, [2]], 3]])
def test_recursive_types_accept_nested_values(value: object) -> None:
    assert accepts(named("Tree"), value)
    assert not accepts(named("Tree"), [value, "leaf"])
    assert assignable(named("Tree"), infer_detailed(value))


@pytest.mark.parametrize(("value", "fits"), [(1, True), ("a", True), (1.5, False), (None, False)])
def test_names_that_choose_each_other_come_to_an_end(value: object, fits: bool) -> None:
    assert accepts(named("Odd"), value) is fits
    assert accepts(named("Even"), value) is fits
    assert assignable(named("Odd"), infer(value)) is fits


def test_a_name_inside_its_own_not_undef_comes_to_an_end() -> None:
    assert accepts(named("Defined"), 1)
    assert not accepts(named("Defined"), None)
    assert not accepts(named("Defined"), "a")


def test_two_recursive_names_are_compared_by_what_they_mean() -> None:
    assert is_same(named("Tree"), named("Bush"))
    assert assignable(named("Tree"), named("Leafy"))
    assert not assignable(named("Leafy"), named("Tree"))
    assert assignable(named("Chain"), named("Other"))
    assert assignable(named("Data"), named("Tree"))
    assert not assignable(named("Tree"), named("Data"))


def test_what_follows_a_recursive_name_is_still_looked_at() -> None:
    assert not assignable(named("Data"), named("Tuple[Tree, Tree, Callable]"))
    assert not assignable(named("Data"), named("Variant[Tree, Callable]"))


def test_a_name_may_choose_itself_inside_an_optional() -> None:
    bag = parse_type("Bag", Definitions({"Bag": "Variant[Integer, Optional[Bag], Array[Bag]]"}))
    assert assignable(bag, bag)
    assert accepts(bag, [1, None, [2]])
    assert not accepts(bag, ["a"])
    assert not assignable(bag, named("String"))


def test_recursive_names_meet() -> None:
    assert type_to_text(common_type(named("Tree"), named("Leafy"))) == "Tree"
    assert type_to_text(common_type(named("Tree"), named("String"))) == "Data"


def test_a_name_may_be_used_while_it_is_worked_out() -> None:
    definitions = Definitions({"Maybe": "Optional[Variant[Maybe, Array[Maybe]]]"})
    maybe = parse_type("Maybe", definitions)
    assert accepts(maybe, None)
    assert accepts(maybe, [None, [None]])
    assert not accepts(maybe, [1])
