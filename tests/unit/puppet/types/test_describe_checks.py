"""Checks that end in an error: its words and what it carries."""

from __future__ import annotations

import pytest

from duckrow.puppet.types.check import (
    ParameterMismatchError,
    TypeMismatchError,
    check,
    check_assignable,
    check_default,
    check_parameters,
)
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.collections import StructType
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.deferred import Deferred


def struct(text: str) -> StructType:
    type_ = parse_type(f"Struct[{{{text}}}]")
    assert isinstance(type_, StructType)
    return type_


def test_a_value_that_fits_comes_back() -> None:
    value = ["a"]
    assert check("it", parse_type("Array[String]"), value) is value


def test_a_value_that_does_not_fit_is_an_error_with_both_types() -> None:
    with pytest.raises(TypeMismatchError) as caught:
        check("value returned from lambda", parse_type("String"), 1)
    message = "value returned from lambda has wrong type, expects a String value, got Integer"
    assert str(caught.value) == message
    assert caught.value.expected == parse_type("String")
    assert caught.value.actual == parse_type("Integer[1, 1]")


def test_undef_may_be_let_through() -> None:
    assert check("it", parse_type("String"), None, undef_ok=True) is None
    with pytest.raises(TypeMismatchError, match="expects a String value, got Undef"):
        check("it", parse_type("String"), None)


def test_a_type_is_checked_against_a_type() -> None:
    narrow = parse_type("Integer[1, 2]")
    assert check_assignable("it", parse_type("Integer"), narrow) is narrow
    with pytest.raises(TypeMismatchError, match=r"^it is incorrect, expects an Integer"):
        check_assignable("it", narrow, parse_type("Integer"))


def test_one_wrong_parameter_follows_on_the_same_line() -> None:
    with pytest.raises(ParameterMismatchError) as caught:
        check_parameters("Class[Foo]", struct("a => Integer"), {})
    assert str(caught.value) == "Class[Foo]: expects a value for parameter 'a'"


def test_several_wrong_parameters_have_a_line_each() -> None:
    with pytest.raises(ParameterMismatchError) as caught:
        check_parameters("Class[Foo]", struct("a => Integer, b => String"), {"b": 1, "c": 2})
    assert str(caught.value) == (
        "Class[Foo]:\n"
        "  has no parameter named 'c'\n"
        "  expects a value for parameter 'a'\n"
        "  parameter 'b' expects a String value, got Integer"
    )


def test_a_default_is_described_without_its_size() -> None:
    with pytest.raises(ParameterMismatchError) as caught:
        check_default("Class[Foo]", "a", parse_type("Integer[1, 2]"), 3)
    message = "Class[Foo]: parameter 'a' expects an Integer[1, 2] value, got Integer"
    assert str(caught.value) == message


def returning(text: str | None) -> Type | None:
    return None if text is None else parse_type(text)


@pytest.mark.parametrize("returned", ["Integer", "Integer[7, 8]", None])
def test_a_deferred_call_passes_if_it_may_return_what_is_expected(returned: str | None) -> None:
    given = {"a": Deferred("f", [])}
    check_parameters("F", struct("a => Integer[1, 2]"), given)
    check_parameters("F", struct("a => Integer[1, 2]"), given, False, lambda _: returning(returned))


def test_a_deferred_call_is_rejected_if_it_cannot() -> None:
    given = {"a": Deferred("f", [])}
    with pytest.raises(ParameterMismatchError) as caught:
        check_parameters("F", struct("a => Integer"), given, False, lambda _: returning("String"))
    assert str(caught.value) == "F: parameter 'a' expects an Integer value, got String"
