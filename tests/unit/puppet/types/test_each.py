"""Questions about many values or types get the answers that they get one by one."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.types.assignable import assignable, assignable_each
from duckrow.puppet.types.infer import forget_inferred, infer, infer_detailed, infer_each
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text

from .test_checker import TEXTS, VALUES


def shown(types: list[Type]) -> list[str]:
    return [type_to_text(type_) for type_ in types]


def test_the_types_of_many_values() -> None:
    forget_inferred()
    values = [*VALUES, ["x"], ["x"], "x" * 1000, ["x" * 1000], 10**9, True, 1, 1.0, 0, False]
    one_by_one = [infer(value) for value in values]
    for _ in range(2):
        assert infer_each(values) == one_by_one
    assert infer_each(iter(values)) == one_by_one
    assert infer_each([]) == []


def test_values_that_python_calls_equal_keep_their_types() -> None:
    for values in ([1, True, 1.0, "1"], [True, 1.0, 1], [0, False, "", 0.0, -0.0, [], {}, None]):
        forget_inferred()
        assert shown(infer_each(values)) == shown([infer(value) for value in values])
    assert shown(infer_each([True, 1])) == ["Boolean[true]", "Integer[1, 1]"]
    assert shown(infer_each([["1"], [1], [True]])) == shown(
        [infer(v) for v in (["1"], [1], [True])]
    )


def test_no_more_than_so_many_values_are_remembered() -> None:
    names = [f"name {number}" for number in range(5000)]
    for values in (names, list(range(5000)), [[name] for name in names]):
        assert infer_each(values) == [infer(value) for value in values]


@pytest.mark.parametrize("text", TEXTS)
def test_many_types_against_one(text: str) -> None:
    to = parse_type(text)
    others = [infer_detailed(value) for value in VALUES] + [parse_type(each) for each in TEXTS]
    assert assignable_each(parse_type(text), others) == [assignable(to, other) for other in others]


def test_many_types_against_one_that_contains_itself() -> None:
    def resolve(name: str) -> Type | None:
        return tree if name == "Tree" else None

    tree = AliasType("Tree", lambda: parse_type("Variant[Integer, Array[Tree]]", resolve))
    values: list[Any] = [1, [1], [[1], 2], ["a"], [[["a"]]], None]
    others = [infer_detailed(value) for value in values]
    assert assignable_each(tree, others) == [True, True, True, False, False, False]
