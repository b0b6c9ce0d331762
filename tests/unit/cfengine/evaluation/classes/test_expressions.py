"""Class expressions, compiled to functions of the defined classes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duckrow.cfengine.evaluation.classes.expressions import (
    has_spaced_names,
    read_expression,
    unknown,
)

DEFINED = {"a", "b", "ns:c", "any", "i[1]"}


def judge(text: str) -> bool | None:
    found = read_expression(text)
    return None if found is None else found(DEFINED.__contains__)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", True),
        ("x", False),
        ("ns:c", True),
        ("i[ 1 ]", True),
        ("aé", True),
        ("a$", True),
        ("!a", False),
        ("a.b", True),
        ("a&x", False),
        ("x|a", True),
        ("x||a", True),
        ("a|b.x", True),
        ("(a|b).x", False),
        ("!(a.x)", True),
        ("!x.a", True),
        (" a . b ", True),
        ("a)", True),
        ("a-b", True),
    ],
)
def test_valid_expressions(text: str, expected: bool) -> None:
    assert judge(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "!",
        "(a",
        "a.",
        "a|",
        "a..b",
        "a&&b",
        "!!a",
        "|a",
        "a b",
        "()",
        "-",
        "a|#",
        "é",
        "$(x",
        "a.$x",
    ],
)
def test_invalid_expressions(text: str) -> None:
    assert judge(text) is None


def test_names_side_by_side() -> None:
    assert has_spaced_names("a b")
    assert not has_spaced_names(" a . b ")


@pytest.mark.parametrize("text", ["$(x)", "a.$(x)", "!@{x}", "a|b$(x.y)_c", "$(a[$(b)])"])
def test_unresolved_references(text: str) -> None:
    assert read_expression(text) is unknown


def test_long_and_deep_expressions() -> None:
    assert judge("(x)|" + "|".join(["x"] * 5000) + "|a") is True
    assert judge("(a)." + ".".join(["!x"] * 5000)) is True
    assert judge("(" * 100 + "a" + ")" * 100) is True
    assert judge("(" * 5000 + "a" + ")" * 5000) is None


NAMES = st.sampled_from(["a", "b", "any", "x", "y_1", "ns:c"])
TREES = st.recursive(
    NAMES,
    lambda inner: st.one_of(
        st.tuples(st.just("!"), inner), st.tuples(inner, st.sampled_from(".|"), inner)
    ),
    max_leaves=12,
)


def written(tree: str | tuple[object, ...]) -> str:
    if isinstance(tree, str):
        return tree
    return "(" + "".join(written(each) for each in tree) + ")"  # type: ignore[arg-type]


def truth(tree: str | tuple[object, ...]) -> bool:
    if isinstance(tree, str):
        return tree in DEFINED
    if tree[0] == "!":
        return not truth(tree[1])  # type: ignore[arg-type]
    left, sign, right = tree
    values = truth(left), truth(right)  # type: ignore[arg-type]
    return all(values) if sign == "." else any(values)


@given(TREES)
def test_the_value_of_an_expression_is_that_of_its_tree(tree: str) -> None:
    assert judge(written(tree)) is truth(tree)
