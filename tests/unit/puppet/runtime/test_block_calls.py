"""Blocks with types, defaults and a rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from duckrow.puppet.runtime.block import MISSING, Block
from duckrow.puppet.runtime.block_calls import parameter_names, type_of_block
from duckrow.puppet.runtime.definition import Parameter
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text

SCOPE: Any = None


def plain(function: Callable[..., Any], count: int) -> Block:
    return Block(function, SCOPE, (), count, count)


def typed(function: Callable[..., Any], *parameters: Parameter) -> Block:
    low = sum(each.default is None and not each.captures_rest for each in parameters)
    high = None if any(each.captures_rest for each in parameters) else len(parameters)
    return Block(function, SCOPE, parameters, low, high, False)


def parameter(
    name: str, type_: str = "", has_default: bool = False, captures_rest: bool = False
) -> Parameter:
    return Parameter(
        name,
        (lambda _scope: parse_type(type_)) if type_ else None,
        (lambda _scope: None) if has_default else None,
        captures_rest,
    )


def test_blocks_drop_what_they_have_no_location_for() -> None:
    assert plain(lambda x: x, 1)(1, 2) == 1
    assert typed(lambda x: x, parameter("x", "Integer"))(1, 2) == 1


def test_blocks_miss_what_they_need() -> None:
    with pytest.raises(EvaluationError, match=r"Parameter \$y is required") as raised:
        plain(eval("lambda x_1, y_1: 1"), 2)(1)
    assert raised.value.code == "missing-required-parameter"
    assert raised.value.part == "parameter_y"


def test_blocks_take_defaults_and_the_rest() -> None:
    def body(*values: Any) -> Any:
        return values

    default = parameter("y", has_default=True)
    rest = parameter("z", "Integer", captures_rest=True)
    block = typed(body, parameter("x", "Integer"), default, rest)
    assert block.call(1) == (1, MISSING, [])
    assert block.call(1, 2, 3, 4) == (1, 2, [3, 4])
    with pytest.raises(EvaluationError, match="block parameter 'z' expects an Integer"):
        block.call(1, 2, 3, "a")
    with pytest.raises(EvaluationError, match="block parameter 'x' expects an Integer"):
        block.call("a")


def test_the_rest_may_have_a_number_of_its_own() -> None:
    rest = parameter("z", "Array[Integer, 1, 2]", captures_rest=True)
    block = typed(lambda z: z, rest)
    assert block.call(1, 2) == [1, 2]
    assert type_to_text(type_of_block(block)) == "Callable[Integer, 1, 2]"
    with pytest.raises(EvaluationError, match="block expects"):
        block.call(1, 2, 3)


def test_returned_values_are_checked() -> None:
    block = Block(lambda: "a", SCOPE, (), 0, 0, False, lambda _scope: parse_type("Integer"))
    with pytest.raises(EvaluationError, match="value returned from lambda has wrong type"):
        block.call()


def test_names_of_plain_parameters_come_from_their_code() -> None:
    assert parameter_names(plain(eval("lambda duck_3, small_duck_3: 1"), 2)) == (
        "duck",
        "small_duck",
    )
