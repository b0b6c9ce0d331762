"""What is checked when a catalog is complete."""

from __future__ import annotations

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog


def cycles(code: str) -> list[str]:
    result = compile_catalog(Environment(code=code), Node("pond"))
    assert result.failure is None, result.failure
    return [str(cycle) for cycle in result.cycles()]


THREE = "notify { ['a', 'b', 'c']: } "


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (THREE, []),
        (THREE + "Notify['a'] -> Notify['b'] -> Notify['c']", []),
        (THREE + "Notify['a'] -> Notify['a']", ["(Notify[a] => Notify[a])"]),
        (
            THREE + "Notify['a'] -> Notify['b'] ~> Notify['c'] -> Notify['a']",
            ["(Notify[a] => Notify[b] => Notify[c] => Notify[a])"],
        ),
        # The shortest way round is told.
        (
            THREE + "Notify['a'] -> Notify['b'] -> Notify['c'] -> Notify['a'] -> Notify['c']",
            ["(Notify[a] => Notify[c] => Notify[a])"],
        ),
        # All four parameters count, also as text.
        (
            "notify { 'a': require => 'Notify[b]' } notify { 'b': subscribe => [[Notify['a']]] }",
            ["(Notify[a] => Notify[b] => Notify[a])"],
        ),
        # What comes before a class comes before all it contains.
        (
            (
                "class k { notify { 'in': } } include k "
                "notify { 'a': before => Class['k'], require => Notify['in'] }"
            ),
            ["(Notify[in] => Notify[a] => Class[K] => Notify[in])"],
        ),
        # A class that is only included is not contained.
        (
            (
                "class k { notify { 'in': } } class l { include k } include l "
                "notify { 'a': before => Class['l'], require => Notify['in'] }"
            ),
            [],
        ),
        (
            (
                "class k { notify { 'in': } } class l { contain k } include l "
                "notify { 'a': before => Class['l'], require => Notify['in'] }"
            ),
            ["(Notify[in] => Notify[a] => Class[L] => Class[K] => Notify[in])"],
        ),
        # What stays virtual is not applied.
        ("notify { 'a': before => Notify['b'] } @notify { 'b': before => Notify['a'] }", []),
    ],
)
def test_cycles(code: str, expected: list[str]) -> None:
    found = cycles(code)
    assert [sorted(each.strip("()").split(" => ")[1:]) for each in found] == [
        sorted(each.strip("()").split(" => ")[1:]) for each in expected
    ]


def test_a_cycle_is_reported_with_locations() -> None:
    code = THREE + "\nclass k { notify { 'in': before => Notify['a'] } }\n"
    code += "include k\nNotify['a'] -> Class['k']"
    result = compile_catalog(Environment(code=code), Node("pond"))
    (cycle,) = result.cycles()
    told = cycle.describe().split("\n")
    assert told[0] == "Found 1 dependency cycle:"
    assert sorted(told[2:]) == [
        "  Notify[a] is declared at (line: 1)",
        "  Notify[in] is declared at (line: 2)",
    ]


def test_a_failed_compile_has_no_cycles() -> None:
    result = compile_catalog(Environment(code="fail('x')"), Node("pond"))
    assert result.cycles() == []


def test_a_parameter_that_names_nothing_says_whose_it_is() -> None:
    failure = compile_catalog(
        Environment(code="notify { 'a':\n  require => Notify['b'],\n}"), Node("pond")
    ).failure
    assert failure is not None
    assert failure.message == (
        "Could not find resource 'Notify[b]' in parameter 'require' (line: 2) on node pond"
    )
    assert failure.why == "the parameter belongs to Notify[a] (line: 1)"
