"""What functions take."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.definition import Parameter
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction
from duckrow.puppet.types.parse import parse_type
from duckrow.regexp import RubyRegexp

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


def given(_scope: Any, *arguments: Any) -> Any:
    return arguments


FORMS = Function(
    "quack",
    Form("Integer number", "String text?", run=given),
    Form("String text", "Integer numbers*", "&?Callable[1, 1] block", run=given),
    Form("Any what", "&Callable[2] block", run=given),
)


@pytest.mark.parametrize(
    "arguments",
    [(1,), (1, "a"), ("a",), ("a", 1, 2), ("a", plain(id, 1)), ("a", 1, plain(id, 1))],
)
def test_taken(arguments: tuple[Any, ...]) -> None:
    assert FORMS(SCOPE, *arguments) == arguments


def test_forms_with_a_fixed_number_of_arguments_and_those_without_types() -> None:
    fixed = Function(
        "pair",
        Form("Integer a", "Integer b", run=lambda _scope, a, b: a + b),
        Form("Any all*", run=lambda _scope, *values: values, is_fallback=True),
    )
    assert fixed(SCOPE, 1, 2) == 3
    with pytest.raises(EvaluationError, match=r"'pair' \('a',\)"):
        fixed(SCOPE, "a")
    anything = Function("any", Form("Any values*", run=given))
    assert anything.direct()(SCOPE, 1, "a") == (1, "a")
    with pytest.raises(EvaluationError, match="does not expect a block"):
        anything.direct()(SCOPE, 1, plain(id, 1))


def test_compiled_code_calls_the_function_without_the_object_around_it() -> None:
    direct: Any = FORMS.direct()
    assert isinstance(direct, FunctionType)
    assert direct is FORMS.direct()
    assert direct(SCOPE, "a", 1) == ("a", 1)


class First(Function):
    """A function of its first argument."""

    def __call__(self, scope: Any, *arguments: object) -> object:
        return super().__call__(scope, arguments[0])


def test_compiled_code_calls_a_function_that_looks_at_its_arguments_first() -> None:
    first = First("first", Form("Integer number", run=given))
    assert first.direct()(SCOPE, 1, 2, 3) == (1,)
    assert first.direct()(SCOPE, 1, 2, 3) == (1,)


@pytest.mark.parametrize(
    "arguments",
    [(), (1, 2), ("a", "b"), ("a", 1, "b"), (None,), (1, "a", 2), ("a", plain(max, 2))],
)
def test_rejected(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(EvaluationError, match="quack"):
        FORMS(SCOPE, *arguments)


def test_a_block_with_types_is_asked_by_its_type() -> None:
    block = typed(given, parameter("x", "Integer"), parameter("y", captures_rest=True))
    assert FORMS(SCOPE, None, block)
    with pytest.raises(EvaluationError):
        Function("f", Form("&Callable[String] block", run=given))(SCOPE, block)


def test_a_block_is_no_argument() -> None:
    function = Function("f", Form("Any values*", run=given))
    with pytest.raises(EvaluationError, match="'f' does not expect a block"):
        function(SCOPE, 1, plain(id, 1))


def test_fallback_forms_return_the_message() -> None:
    function = Function(
        "f",
        Form("Integer x", run=given),
        Form("String x", run=lambda _scope, x: f"does not like {x}", is_fallback=True),
    )
    with pytest.raises(EvaluationError, match=r"^'f' does not like it$"):
        function(SCOPE, "it")
    with pytest.raises(EvaluationError, match="parameter 'x' expects an Integer value, got Float"):
        function(SCOPE, 1.5)


@pytest.mark.parametrize(
    ("arity", "count", "message"),
    [
        (1, 2, "f(): Wrong number of arguments given (2 for 1)"),
        (-2, 0, "f(): Wrong number of arguments given (0 for minimum 1)"),
    ],
)
def test_legacy_functions_count(arity: int, count: int, message: str) -> None:
    function = LegacyFunction("f", lambda _scope, values: values, arity)
    with pytest.raises(EvaluationError) as raised:
        function(SCOPE, *[1] * count)
    assert raised.value.message == message


def test_legacy_functions_see_no_undef_at_the_top() -> None:
    function = LegacyFunction("f", lambda _scope, values: values)
    assert function(SCOPE, None, [None], {"a": None}) == ["", [None], {"a": None}]
    statement = LegacyFunction("f", lambda _scope, values: values, is_statement=True)
    assert statement(SCOPE, 1) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": {"b": 1, "c": None}, "d": [1, None]}, {"a": {"b": 1, "c": None}, "d": [1, None]}),
        ({"a": {"b": {"c": None}}}, {"a": {"b": {"c": None}}}),
        ({"a": RubyRegexp("x")}, {"a": "/x/"}),
        ({"a": {"b": RubyRegexp("x")}}, {"a": {"b": "/x/"}}),
        ({"a": [RubyRegexp("x")], "b": {"c": 1}}, {"a": ["/x/"], "b": {"c": 1}}),
        ([{"a": {"b": None}}, None], [{"a": {"b": None}}, None]),
    ],
)
def test_legacy_functions_see_texts_in_place_of_rich_values(value: Any, expected: object) -> None:
    seen: list[object] = []
    call = LegacyFunction("f", lambda _scope, arguments: seen.extend(arguments))
    call(SCOPE, value)
    assert seen == [expected]
