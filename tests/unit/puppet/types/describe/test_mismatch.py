"""Descriptions of mismatches. Their words are compared with the reference's elsewhere."""

from __future__ import annotations

import pytest

from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.describe.mismatch import describe, describe_mismatch
from duckrow.puppet.types.describe.names import expanded, shown
from duckrow.puppet.types.describe.problems import ENTRY, INDEX, Mismatch, Step, WrongType
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.parse import parse_type

ALIASES = Definitions(
    {
        "Port": "Integer[1, 65535]",
        "Ports": "Array[Port]",
        "Tree": "Hash[String, Variant[Integer, Tree]]",
        "Forest": "Array[Variant[Forest, Tree]]",
        "Wood": "Array[Variant[Tree, Wood]]",
    }
)


def described(type_: str, value: object) -> str:
    return describe_mismatch("it", parse_type(type_, ALIASES), infer_detailed(value))


def test_one_mismatch_is_one_line() -> None:
    assert (
        described("Array[Integer]", [1, "a"]) == "it index 1 expects an Integer value, got String"
    )


def test_several_mismatches_keep_the_space_before_each() -> None:
    assert described("Struct[{a => Integer}]", {"b": 1}) == (
        " it expects a value for key 'a'\n  it unrecognized key 'b'"
    )


def test_what_fits_needs_no_words() -> None:
    assert described("Array[Integer]", [1, 2]) == ""


def test_a_mismatch_is_data_with_a_path() -> None:
    expected = parse_type("Hash[String, Array[Integer]]")
    (found,) = describe(expected, infer_detailed({"a": [1, "b"]}), ())
    assert isinstance(found, Mismatch)
    assert found.path == (Step(ENTRY, "a"), Step(INDEX, 1))
    assert isinstance(found.problem, WrongType)
    assert found.problem.expected == parse_type("Integer")


def test_the_step_into_a_choice_is_no_part_of_the_canonical_path() -> None:
    expected = parse_type("Array[Variant[Integer, Array[Float]]]")
    found = describe(expected, infer_detailed([["a"]]), ())
    assert [mismatch.text() for mismatch in found] == [
        " index 0 variant 0 expects an Integer value, got Tuple",
        " index 0 variant 1 index 0 expects a Float value, got String",
    ]
    assert [mismatch.canonical_path() for mismatch in found] == [
        (Step(INDEX, 0),),
        (Step(INDEX, 0), Step(INDEX, 0)),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Array[Integer]", "Array[Integer]"),
        ("Port", "Port = Integer[1, 65535]"),
        ("Array[Port]", "Array[Port = Integer[1, 65535]]"),
        ("Ports", "Ports = Array[Port = Integer[1, 65535]]"),
        ("Optional[Data]", "Optional[Data]"),
        ("Tree", "Tree = Hash[String, Variant[Integer, Tree]]"),
        # having met itself, Forest leaves Tree alone; Wood meets Tree first
        ("Forest", "Forest = Array[Variant[Forest, Tree]]"),
        ("Wood", "Wood = Array[Variant[Tree = Hash[String, Variant[Integer, Tree]], Wood]]"),
    ],
)
def test_names_are_followed_by_what_they_stand_for(text: str, expected: str) -> None:
    assert expanded(parse_type(text, ALIASES)) == expected


def test_in_a_signature_only_a_name_by_itself_is_expanded() -> None:
    assert shown(parse_type("Ports", ALIASES)) == "Ports = Array[Port = Integer[1, 65535]]"
    assert shown(parse_type("Array[Port]", ALIASES)) == "Array[Port]"


def test_a_callable_that_says_nothing_does_not_fit_one_that_says_something() -> None:
    # The reference breaks here.
    found = describe_mismatch("it", parse_type("Callable[String]"), parse_type("Callable"))
    assert found == "it expects a Callable[String] value, got Callable"


def test_parameters_that_are_not_said_do_not_matter() -> None:
    # The reference breaks here.
    expected = parse_type("Optional[Callable[[], Integer]]")
    found = describe_mismatch("it", expected, parse_type("Callable[[String], String]"))
    assert found == "it return expects an Integer value, got String"
