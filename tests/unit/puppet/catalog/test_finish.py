"""What happens to resources once all code has run."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.catalog.to_data import resource_data
from duckrow.puppet.environment import Environment, Node, compile_catalog


def test_sensitive_values_are_unwrapped_and_named(built: Any) -> None:
    build = built("notify { 'a': message => Sensitive('s'), name => 'b' }")
    resource = build.find_resource("notify", "a")
    assert resource.parameters["message"] == "s"
    assert resource_data(resource)["sensitive_parameters"] == ["message"]


def test_an_unknown_parameter_names_the_resource_and_its_location(built: Any) -> None:
    build = built("notify { 'a': foo => 1 }", fails=True)
    assert build.logs[-1].message == (
        "no parameter named 'foo' (line: 1) on Notify[a] (line: 1) on node pond.example.com"
    )


def test_metaparameters_flow_to_contents_that_have_none(built: Any) -> None:
    build = built(
        """
        define outer { inner { 'i': noop => false } notify { 'o': } }
        define inner { notify { 'i': } }
        outer { 'x': noop => true, loglevel => 'err' }
        """
    )
    assert build.find_resource("notify", "o").parameters == {"noop": True, "loglevel": "err"}
    assert build.find_resource("notify", "i").parameters == {"noop": False, "loglevel": "err"}


def test_they_do_not_flow_into_classes_that_are_merely_included(built: Any) -> None:
    build = built(
        """
        class a { notify { 'n': } }
        define d { include a }
        d { 'x': noop => true }
        """
    )
    assert build.find_resource("notify", "n").parameters == {}


def test_they_flow_into_classes_that_are_contained(built: Any) -> None:
    build = built(
        """
        class a { notify { 'n': } }
        define d { contain a }
        d { 'x': noop => true }
        """
    )
    assert build.find_resource("notify", "n").parameters == {"noop": True}


def test_an_integer_out_of_range_is_found_beside_any_other_value() -> None:
    """Each compile of a process has the same answer."""
    for code in (
        "notify { 'a': message => Integer, name => $facts['big'] }",
        "notify { 'a': message => Sensitive('x'), name => $facts['big'] }",
    ):
        for _ in range(2):
            result = compile_catalog(Environment(code=code), Node("pond", {"big": 2**70}))
            assert result.failure is not None
            assert "outside of Puppet Integer max range" in result.failure.message


@pytest.mark.parametrize(
    ("parameters", "change", "message"),
    [
        ("String $a", "D['x'] -> Notify['n']", ""),
        ("String $a", "Notify['n'] -> D['x']", ""),
        ("String $a", "D <| |> { tag => 't' }", ""),
        ("String $a", "D <| |> { nope => 1 }", "has no parameter named 'nope'"),
    ],
)
def test_a_body_is_checked_again_if_more_than_metaparameters_changed(
    built: Any, parameters: str, change: str, message: str
) -> None:
    code = f"define d({parameters}) {{ }} d {{ 'x': a => 'a' }} notify {{ 'n': }}"
    build = built(f"{code}\n{change}", fails=bool(message))
    assert message in (build.logs[-1].message if build.logs else "")
