"""The types of many values at once are those of each of them."""

from __future__ import annotations

from duckrow.puppet.types.infer import forget_inferred, infer, infer_each
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.type_text import type_to_text

from .test_instance import VALUES


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
