"""Attributes that are written twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duckrow.cfengine.syntax.attributes import of_body, of_promise
from duckrow.cfengine.syntax.nodes import Attribute, FunctionCall, Word

if TYPE_CHECKING:
    from duckrow.cfengine.syntax.nodes import Value


def attribute(name: str, value: Value, guard: str = "any") -> Attribute:
    return Attribute(name, value, guard, 1, 1)


def test_a_later_attribute_replaces_an_earlier_one() -> None:
    found = of_promise(
        [attribute("a", "1"), attribute("b", "2"), attribute("a", "3"), attribute("c", "4")]
    )
    assert [(each.name, each.value) for each in found] == [("a", "3"), ("b", "2"), ("c", "4")]


def test_conditions_both_have_to_hold() -> None:
    words, *_ = of_promise([attribute("if", "x"), attribute("if", Word("y"))])
    assert words.value == Word("(x).(y)")
    call = FunctionCall("not", ("y",), 1)
    calls, *_ = of_promise([attribute("if", "x"), attribute("if", call)])
    assert calls.value == FunctionCall("and", ("x", call), 1)


def test_in_a_body_the_guard_counts() -> None:
    found = of_body([attribute("a", "1"), attribute("a", "2", "linux"), attribute("a", "3")], "x")
    assert [(each.value, each.guard) for each in found] == [("3", "any"), ("2", "linux")]


def test_a_service_method_calls_the_standard_bundle() -> None:
    call = of_body([], "service_method")[0].value
    assert isinstance(call, FunctionCall)
    assert call.name == "standard_services"
    assert of_body([attribute("service_bundle", "x")], "service_method")[0].value == "x"
