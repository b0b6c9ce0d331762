from __future__ import annotations

import pytest

from duckrow.puppet.types.describe.names import shown
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import UNIT
from duckrow.puppet.types.model.numbers import INTEGER, IntegerType
from duckrow.puppet.types.model.references import ResourceType
from duckrow.puppet.types.model.rich_scalars import TIMESTAMP
from duckrow.puppet.types.model.wrappers import TYPE, InitType, IteratorType
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.new.errors import ConversionError
from duckrow.puppet.types.new.outside import Outside
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.source.errors import DuckrowError


class Reversed:
    """An iterator such as reverse_each gives."""

    puppet_type = IteratorType(IntegerType(1, 3))

    def __iter__(self) -> object:
        return iter([3, 2, 1])


def test_an_instance_comes_back_as_it_is() -> None:
    value = [1, 2]
    assert new(parse_type("Array[Integer]"), value) is value


def test_a_timestamp_of_nothing_is_now() -> None:
    assert new(TIMESTAMP, outside=Outside(now=lambda: 1_500)) == Timestamp(1_500)


def test_now_lies_between_before_and_after() -> None:
    before = Outside().now()
    assert before <= new(TIMESTAMP).nanoseconds <= Outside().now()


def test_a_text_may_name_types_of_the_platform() -> None:
    def load(name: str) -> Type | None:
        return ResourceType("File", None) if name == "File" else None

    assert new(TYPE, "File", outside=Outside(loader=load)) == ResourceType("File", None)


def test_an_init_hands_on_what_is_outside() -> None:
    outside = Outside(now=lambda: 7)
    assert new(parse_type("Init[Timestamp]"), [], outside=outside) == Timestamp(7)


@pytest.mark.parametrize("text", ["Optional", "Object"])
def test_what_says_nothing_about_its_values_can_make_none(text: str) -> None:
    for wanted in (parse_type(text), InitType(parse_type(text), ())):
        with pytest.raises(ConversionError) as wrong:
            new(wanted, "7")
        message = f"Creation of new instance of type '{shown(parse_type(text))}' is not supported"
        assert str(wrong.value) == message


def test_a_unit_is_whatever_it_is_given() -> None:
    assert new(UNIT, "7") == "7"
    with pytest.raises(ConversionError, match="'new_unit' expects 1 argument, got 2"):
        new(UNIT, "7", 8)


@pytest.mark.parametrize(
    ("text", "value"), [("Array", [3, 2, 1]), ("Array[Integer]", [3, 2, 1]), ("Tuple", [3, 2, 1])]
)
def test_iterators_become_arrays(text: str, value: object) -> None:
    assert new(parse_type(text), Reversed()) == value


def test_an_iterator_of_an_odd_number_is_no_hash() -> None:
    with pytest.raises(ConversionError, match="odd number of arguments for Hash"):
        new(parse_type("Hash"), Reversed())


def test_an_iterator_is_no_number() -> None:
    with pytest.raises(ConversionError, match=r"Value of type Iterator\[Integer\] cannot"):
        new(INTEGER, Reversed())


def test_a_deferred_is_a_call_for_later() -> None:
    assert new(parse_type("Deferred"), "f", [1]) == Deferred("f", [1])
    assert new(parse_type("Deferred"), {"name": "f"}) == Deferred("f")


@pytest.mark.parametrize("text", ["Integer", "Float", "Boolean", "Array", "Sensitive[Integer]"])
def test_an_error_does_not_tell_a_secret(text: str) -> None:
    with pytest.raises(DuckrowError) as wrong:
        new(parse_type(text), Sensitive("hunter2"))
    assert "hunter2" not in str(wrong.value)
    assert "Sensitive[String]" in str(wrong.value)


def test_numbers_without_end_are_rejected() -> None:
    with pytest.raises(DuckrowError, match="Infinity"):
        new(INTEGER, float("inf"))
    with pytest.raises(DuckrowError, match="NaN"):
        new(TIMESTAMP, float("nan"))


def test_a_huge_integer_is_an_infinite_float() -> None:
    assert new(parse_type("Float"), -(10**400)) == float("-inf")
