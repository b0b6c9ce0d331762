"""The compiled check of a type: its answers, recursive types, and parameters checked together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.instance import accepts, checker, parameters_checker
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.collections import ArrayType
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.values.keys import to_key

VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -3,
    10**30,
    1.5,
    0.0,
    "",
    "a",
    "abc",
    "TRUE",
    "it's",
    [],
    [1],
    ["a"],
    ["a", 1],
    ["a", 1, 2],
    [["a"]],
    [None],
    {},
    {"a": 1},
    {"a": "x", "b": 2},
    {"b": 2},
    {"it's": 1},
    {1: 2},
    {to_key(1.0): 2},
    {to_key(True): 2},
    {"a": None},
    {"a": [{"b": [1]}]},
    {"a": 1, "c": "x", "d": True, "e": 2},
    {"a": 1, "z": 1},
    ["a", None, 1.5, True],
    DEFAULT,
    Sensitive("a"),
    Sensitive(1),
    parse_type("String"),
]
TYPES = """
Any; Undef; Default; Scalar; ScalarData; Numeric; Integer; Integer[1]; Integer[1, 1]
Integer[default, 3]; Float; Float[0, 1]; String; String[1]; String[1, 2]; String[0, 1]; Enum
Enum[a, b]; Enum[abc, true]; Pattern[/a/]; Pattern; Boolean; Boolean[true]; Boolean[false]
Collection; Collection[1]; Collection[0, 1]; Array; Array[String]; Array[Integer, 1, 1]; Array[0, 0]
Hash; Hash[String, Integer]; Hash[Integer, Integer]; Hash[Float, Any]; Hash[Boolean, Any]
Hash[Any, Any, 1]; Hash[0, 0]; Hash[Enum[a], Any]; Tuple; Tuple[String]; Tuple[String, Integer]
Tuple[String, 1, 3]; Tuple[Any, Integer, 0, 2]; Tuple[Tuple[String], 0]; Struct
Struct[{a => Integer}]
Struct[{a => String, Optional[b] => Integer}]; Struct[{a => Any}]; Struct[{"it's" => Integer}]
Variant; Variant[String, Integer]; Optional; Optional[String]; Optional[Array[Optional[String[1]]]]
NotUndef; NotUndef[Optional[String]]; Data; RichData; Iterable; Iterable[String]; Type; Sensitive
Callable; Variant[Array[Data], Hash[String, Data]]; Array[Data]; Hash[String, Data]
Sensitive[String]; Optional[Variant[Sensitive[String], String[2]]]; Variant[String[5], Iterable]
Variant[Enum[a], Pattern[/b/], Pattern[/^$/]]; Variant[Boolean, Enum[a]]; Variant[Enum, Undef]
Optional[Variant[Boolean, Integer, Array[String]]]; Enum['ABC', true]; Variant[Integer[1], Float]
Array[ScalarData]; Array[Numeric]; Array[Optional[String]]; Array[Any]; Array[NotUndef]
Array[NotUndef[Optional[Integer]]]; Variant[NotUndef, Integer]; Variant[NotUndef, Undef]
Struct[{Optional[a] => Integer, Optional[b] => Any, Optional[c] => String, Optional[d] => Boolean}]
Struct[{a => Integer, Optional[b] => Any, Optional[c] => String, Optional[d] => Boolean, e => Any}]
Variant[Default, Type]; Variant[Regexp, String[1]]; Array[Scalar]
"""
TEXTS = [text.strip() for line in TYPES.strip().splitlines() for text in line.split(";")]


# For each type the places in VALUES of the values that it accepts.
ACCEPTED: dict[str, str] = json.loads(Path(__file__).with_name("instances.json").read_text())


@pytest.mark.parametrize("text", TEXTS)
def test_each_type_accepts_its_values_and_no_others(text: str) -> None:
    type_ = parse_type(text)
    accepted = [location for location, value in enumerate(VALUES) if accepts(type_, value)]
    assert accepted == [int(location) for location in ACCEPTED[text].split()]
    assert [checker(type_)(value) for value in VALUES].count(True) == len(accepted)


def test_a_type_that_contains_itself() -> None:
    def resolve(name: str) -> Type | None:
        return tree if name == "Tree" else None

    tree = AliasType("Tree", lambda: parse_type("Variant[Integer, Array[Tree]]", resolve))
    check = checker(ArrayType(tree, None))
    assert check([1, [2, [3, []]]])
    assert not check([1, [2, [3, ["a"]]]])


@pytest.mark.parametrize(
    "text",
    [
        "Tuple[Integer, Node, 1, 2]",
        f"Struct[{{n => Integer, {', '.join(f'Optional[{name}] => Node' for name in 'abcd')}}}]",
        "Struct[{n => Integer, Optional[a] => Node}]",
    ],
)
def test_types_that_contain_themselves_in_tuples_and_structs(text: str) -> None:
    def resolve(name: str) -> Type | None:
        return node if name == "Node" else None

    node = AliasType("Node", lambda: parse_type(text, resolve))
    values: list[Any] = [
        *([1], [1, [2]], [1, [2, [3]]], [1, [2, ["a"]]]),
        *({"n": 1}, {"n": 1, "a": {"n": 2}}, {"n": 1, "a": {"n": 1, "a": {}}}, {}, None),
    ]
    for value in values:
        assert accepts(node, value) is assignable(node, infer_detailed(value)), value


def test_a_very_deep_type_is_still_answered() -> None:
    text = "Integer"
    value: Any = 1
    for _ in range(40):
        text, value = f"Array[{text}]", [value]
    check = checker(parse_type(text))
    assert check(value)
    assert not check([value])


def test_parameters_are_checked_together() -> None:
    types = {f"p{number}": parse_type(text) for number, text in enumerate(TEXTS)}
    fitting = {name: next(filter(checker(type_), VALUES), None) for name, type_ in types.items()}
    known = {name: type_ for name, type_ in types.items() if accepts(type_, fitting[name])}
    assert len(known) > 50
    check = parameters_checker(known)
    assert check(fitting) is True
    for name, type_ in known.items():
        for value in VALUES:
            assert check({**fitting, name: value}) is accepts(type_, value), (name, value)


def test_parameters_without_types_always_fit() -> None:
    assert parameters_checker({})({"a": 1}) is True
    assert parameters_checker({"a": parse_type("Any")})({"a": 1}) is True


def test_names_of_parameters_are_data() -> None:
    check = parameters_checker({"it's": parse_type("Integer"), "a]b": parse_type("String")})
    assert check({"it's": 1, "a]b": ""})
    assert not check({"it's": 1, "a]b": 1})
