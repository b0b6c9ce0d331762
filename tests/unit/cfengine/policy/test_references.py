"""Strings with variables."""

from __future__ import annotations

import pytest

from duckrow.cfengine.policy.references import has_variables, is_bare_variable


@pytest.mark.parametrize(
    ("text", "has"),
    [("$(x)", True), ("a${x}b", True), ("@(x)", True), ("$x", False), ("$(x", False),
     ("$(a/b)", False), ("$(a[$(b)])", True), ("", False)],
)  # fmt: skip
def test_variables(text: str, has: bool) -> None:
    assert has_variables(text) is has


def test_unclosed_brackets_are_an_error() -> None:
    said: list[str] = []
    assert not has_variables("1$(b", said.append)
    assert said == ["Broken variable syntax or bracket mismatch in string (1$(b)"]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("$(x)", True), ("${x}", True), ("$(x)y", False), ("$(x)$(y)", False), ("$(x}", False),
     ("$(a[$(b)])", True), ("@(x)", False), ("$()", True)],
)  # fmt: skip
def test_bare_variables(text: str, is_one: bool) -> None:
    assert is_bare_variable(text, "$") is is_one
