"""Attributes that are written twice."""

from __future__ import annotations

from duckrow.cfengine.syntax.attributes import of_body, of_promise


def attribute(name: str, value: object, guard: str = "any") -> tuple[object, ...]:
    return (name, value, guard, 1, 1)


def test_the_later_takes_the_place_of_the_earlier() -> None:
    found = of_promise(
        [attribute("a", "1"), attribute("b", "2"), attribute("a", "3"), attribute("c", "4")]
    )
    assert [(each[0], each[1]) for each in found] == [("a", "3"), ("b", "2"), ("c", "4")]


def test_conditions_both_have_to_hold() -> None:
    assert of_promise([attribute("if", "x"), attribute("if", ("name", "y"))])[0][1] == (
        "name",
        "(x).(y)",
    )
    call = ("call", "not", ("y",), 1)
    assert of_promise([attribute("if", "x"), attribute("if", call)])[0][1] == (
        "call",
        "and",
        ("x", call),
        1,
    )


def test_in_a_body_the_guard_counts() -> None:
    found = of_body([attribute("a", "1"), attribute("a", "2", "linux"), attribute("a", "3")], "x")
    assert [(each[1], each[2]) for each in found] == [("3", "any"), ("2", "linux")]


def test_a_service_method_calls_the_standard_bundle() -> None:
    assert of_body([], "service_method")[0][1][1] == "standard_services"
    assert of_body([attribute("service_bundle", "x")], "service_method")[0][1] == "x"
