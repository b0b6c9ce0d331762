"""Attributes with their variables filled in."""

from __future__ import annotations

import pytest

from duckrow.cfengine.policy.check_again import check_attribute, complaint, written
from duckrow.cfengine.values.rvals import Call


@pytest.mark.parametrize(
    ("type_", "name", "value", "wrong"),
    [
        ("files", "create", "true", None),
        ("files", "create", "bogus", "Selection is out of bounds"),
        ("files", "mode", "600", None),
        ("files", "mode", "x", "Error parsing Unix permission string"),
        ("files", "perms", "anything", None),
        ("files", "comment", "anything", None),
        ("files", "meta", "x", "Attempted to give a scalar to a non-scalar type"),
        ("commands", "mode", "x", None),
        ("vars", "int", "x", "Cannot parse value as integer"),
        ("classes", "expression", "a.b", None),
        ("files", "bogus", "x", None),
        ("processes", "signals", ["hup", "bogus"], "Scalar value is out of range"),
    ],
)
def test_attributes(type_: str, name: str, value: object, wrong: str | None) -> None:
    assert check_attribute(type_, name, value) == wrong


def test_complaint() -> None:
    assert complaint("x.cf", 5, "create", "Selection is out of bounds", "y") == (
        "x.cf:5:0: In attribute 'create', Selection is out of bounds. Given attribute value 'y'"
    )


def test_written() -> None:
    assert written(["a", 'b"c']) == ' {"a","b\\"c"}'
    assert written(Call("f", ("x", Call("g")))) == 'f("x",g())'
    assert written([]) == ""
