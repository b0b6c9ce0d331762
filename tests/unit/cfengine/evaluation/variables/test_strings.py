"""Strings with references."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duckrow.cfengine.evaluation.variables.strings import (
    compile_text,
    fill,
    has_variable,
    is_expandable,
    references,
    whole_reference,
)

KNOWN = {"x": "1", "name": "x", "a[1]": "element", "empty": "", "dollar": "$"}


def expand(text: str) -> str:
    parts = compile_text(text)
    return text if parts is None else fill(parts, KNOWN.get)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("$(x)", "1"),
        ("${x}", "1"),
        ("<$(x)$(x)>", "<11>"),
        ("$($(name))", "1"),
        ("$(a[$(x)])", "element"),
        ("$(empty)", ""),
        ("$(unknown)", "$(unknown)"),
        ("${unknown}", "${unknown}"),
        ("$(u[$(x)])", "$(u[1])"),
        ("$($(unknown))", "$($(unknown))"),
        ("$x $ $", "$x $ $"),
        ("$(x", "$(x"),
        ("$(dollar)(x)", "$(x)"),
        ("$$(x)", "$1"),
        ("\\$(x)", "\\1"),
    ],
)
def test_filling_in(text: str, expected: str) -> None:
    assert expand(text) == expected


def test_inner_references_come_first() -> None:
    parts = compile_text("$(a[$(i)]) $(b)")
    assert parts is not None
    assert [reference.source() for reference in references(parts)] == ["i", "a[$(i)]", "b"]


def test_what_is_a_reference() -> None:
    assert is_expandable("a $(x)")
    assert not is_expandable("a $x @(x)")
    assert has_variable("@(x)")
    assert has_variable("a @{x}")
    assert not has_variable("@x a@b")


def test_a_whole_list() -> None:
    assert whole_reference("@(b.x)") == "b.x"
    assert whole_reference("@{x}") == "x"
    assert whole_reference("@(x_$(y))") == "x_$(y)"
    for text in ("@(x) ", "$(x)", "@(a)@(b)", "@()", "@(x}"):
        assert whole_reference(text) is None


def test_deep_and_open_references_end() -> None:
    deep = "$(" * 2000 + "x" + ")" * 2000
    assert expand(deep)
    assert expand("$(" * 20000) == "$(" * 20000


@given(st.lists(st.sampled_from(["$(", "${", ")", "}", "x", "[", "]", "$", "@(", " "])))
def test_unknown_references_stay_unexpanded(words: list[str]) -> None:
    text = "".join(words)
    parts = compile_text(text)
    assert parts is None or fill(parts, lambda _: None) == text
