"""Types of the language and regular expressions are made once."""

from __future__ import annotations

import pytest

from duckrow.puppet.compiler.settled import is_settled_type
from duckrow.puppet.compiler.unit import load_unit
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.syntax import parse


@pytest.mark.parametrize(
    ("code", "is_settled"),
    [
        ("Integer", True),
        ("Array[String[1], 1, default]", True),
        ("Struct[{a => Integer, Optional['b'] => Enum['x', y]}]", True),
        ("Callable[[Integer, String], Float[-1.5]]", True),
        ("Pattern[/a/]", True),
        ("Optional[Variant[String, Deferred]]", True),
        ("Integer[$x]", False),
        ("Integer[1 + 1]", False),
        ("Mine", False),
        ("Array[Mine]", False),
        ("File['/a']", False),
        ("Class['a']", False),
        ("Resource['file']", False),
        ("Enum[*$x]", False),
    ],
)
def test_what_is_settled(code: str, is_settled: bool) -> None:
    node = parse(code).body
    assert is_settled_type(node) is is_settled


def test_what_is_settled_is_made_when_first_needed() -> None:
    environment = Environment(code="[1, 'a'].each |$x| { notice($x =~ Array[Integer], $x =~ /a/) }")
    first = compile_catalog(environment, Node("pond"))
    second = compile_catalog(environment, Node("pond"))
    for result in (first, second):
        assert result.failure is not None
        assert "Left match operand must result in a String value" in result.failure.message
    unit = load_unit(b"notice(1 =~ Array[Integer])", None)
    kept = [name for name in unit.names if name.startswith("_k")]
    assert len(kept) == 3
    assert all(unit.names[name] is None for name in kept)


def test_what_fails_fails_each_time() -> None:
    code = "function f() { Integer[3, 1] } f()"
    environment = Environment(code=code)
    for _ in range(2):
        result = compile_catalog(environment, Node("pond"))
        assert result.failure is not None
        assert "'from' must be less or equal to 'to'" in result.failure.message
