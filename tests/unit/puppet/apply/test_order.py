"""Order, relations and cycles of catalogs, as the reference sees them (recorded from 7.23)."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.apply.ral_order import ral_data
from duckrow.puppet.environment import Environment, Node, compile_catalog


def ral(code: str) -> dict[str, Any]:
    result = compile_catalog(Environment(code=code), Node("test.example.com"))
    assert result.ok
    return ral_data(result.build, LocalMachine())


@pytest.mark.parametrize(
    ("code", "order"),
    [
        ("notify { z: } notify { a: } notify { m: }", ["z", "a", "m"]),
        ("notify { a: require => Notify[c] } notify { b: } notify { c: }", ["b", "c", "a"]),
        (
            (
                "class i { notify { inner: } } class o { contain i notify { outer: } } "
                "include o notify { after: require => Class[o] }"
            ),
            ["inner", "outer", "after"],
        ),
        (
            (
                "class i { notify { inner: } } class o { include i notify { outer: } } "
                "class { 'o': before => Notify[after] } notify { after: }"
            ),
            ["inner", "outer", "after"],
        ),
        (
            (
                'define d() { notify { "${title}1": } notify { "${title}2": } } '
                "d { x: } d { y: before => D[x] }"
            ),
            ["y1", "y2", "x1", "x2"],
        ),
        (
            (
                "stage { pre: before => Stage[main] } class p { notify { p: } } notify { m: } "
                "class { p: stage => pre }"
            ),
            ["p", "m"],
        ),
    ],
)
def test_order(code: str, order: list[str]) -> None:
    assert ral(code)["order"] == [f"Notify[{name}]" for name in order]


def test_relations_carry_events_or_not() -> None:
    assert ral("notify { a: } -> notify { b: } ~> notify { c: }")["relations"] == [
        ["Notify[a]", "Notify[b]", "", ""],
        ["Notify[b]", "Notify[c]", "ALL_EVENTS", "refresh"],
    ]


def test_a_cycle_through_a_class_names_its_end() -> None:
    code = "class c { notify { 'in c': require => Class[c] } } include c"
    assert ral(code)["cycles"] == [["Notify[in c]", "Whit[Completed_class[C]]"]]


def test_what_is_wrong_with_a_resource_has_its_location() -> None:
    assert ral("\nnotify { a: withpath => maybe }")["error"]["message"] == (
        'Parameter withpath failed on Notify[a]: Invalid value "maybe". '
        "Valid values are true, false. (line: 2)"
    )


def test_long_chains_are_no_trouble() -> None:
    names = [f"notify {{ n{number}: }}" for number in range(1, 3001)]
    arrows = [f"Notify[n{number + 1}] -> Notify[n{number}]" for number in range(1, 3000)]
    code = "\n".join([*names, *arrows])
    order = ral(code)["order"]
    assert order == [f"Notify[n{number}]" for number in range(3000, 0, -1)]


def test_an_alias_may_be_any_value() -> None:
    found = ral("notify { a: alias => {'x' => 1} } notify { b: }")
    assert [each for each in found["order"] if each.startswith("Notify")] == [
        "Notify[a]",
        "Notify[b]",
    ]
