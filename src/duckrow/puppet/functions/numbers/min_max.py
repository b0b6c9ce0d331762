"""min(values...) and max(values...): the smallest and the greatest value."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_compare import compared, sign
from duckrow.puppet.functions.text.join import text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.values.compare import order
from duckrow.ruby.values.number_text import leading_fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope

    Compare = Callable[[Any, Any], int]


_NUMBER = r"-?[0-9]+([._eE][0-9]+)?"


def extreme(name: str, wanted: int) -> Function:
    """Make the function; `wanted` is the order (-1 or 1) of the result relative to the others."""

    def pick(values: Sequence[object], compare: Compare) -> object:
        found = values[0]
        for value in values[1:]:
            if compare(value, found) == wanted:
                found = value
        return found

    def checked(values: Sequence[object], compare: Compare) -> object:
        if not values:
            raise EvaluationError(f"{name}(): Wrong number of arguments need at least one")
        return pick(values, compare)

    def ordered(_scope: Scope, *values: object) -> object:
        return checked(values, compared)

    def texts(scope: Scope, *values: str) -> object:
        return checked(values, lambda one, other: _order_of_texts(scope, name, one, other))

    def anything(scope: Scope, *values: object) -> object:
        return checked(values, lambda one, other: _order_of_any(scope, name, one, other))

    def asked(_scope: Scope, *values: Any) -> object:
        *rest, block = values
        return by_block(rest, block)

    def by_block(values: Sequence[object], block: Block) -> object:
        if not values:
            return None
        return pick(values, lambda one, other: sign(block.call(one, other), one, other))

    def array_of(plain: Callable[..., object]) -> Callable[..., object]:
        def run(scope: Scope, values: list[object], block: Block | None = None) -> object:
            return plain(scope, *values) if block is None else by_block(values, block)

        return run

    return Function(
        name,
        Form("Numeric values*", run=ordered),
        Form("String values*", run=texts),
        Form("Array[Numeric] values", "&?Callable[2, 2] block", run=array_of(ordered)),
        *(
            form
            for kind in ("Semver", "Timespan", "Timestamp")
            for form in (
                Form(f"{kind} values+", run=ordered, is_quiet=True),
                Form(
                    f"Array[{kind}, 1] values",
                    "&?Callable[2, 2] block",
                    run=array_of(ordered),
                    is_quiet=True,
                ),
            )
        ),
        Form("Array[String] values", "&?Callable[2, 2] block", run=array_of(texts)),
        Form("Array values", "&?Callable[2, 2] block", run=array_of(anything)),
        Form("Any values*", "&Callable[2, 2] block", run=asked),
        Form("Any values*", run=anything),
    )


def _order_of_texts(scope: Scope, name: str, one: str, other: str) -> int:
    if _are_numbers(one, other):
        _warn(scope, name, "numeric_coerce_string", "String to Numeric")
        return order(leading_fraction(one), leading_fraction(other)) or 0
    return (one > other) - (one < other)


def _order_of_any(scope: Scope, name: str, one: object, other: object) -> int:

    left, right = text(one), text(other)
    if _are_numbers(left, right):
        _warn(scope, name, "numeric_coerce_string", "String to Numeric")
        return order(_number(one), _number(other)) or 0
    _warn(scope, name, "string_coerce_any", "Any to String")
    return (left > right) - (left < right)


def _are_numbers(one: str, other: str) -> bool:
    return bool(re.fullmatch(_NUMBER, one) and re.fullmatch(_NUMBER, other))


def _number(value: Any) -> float:
    return leading_fraction(value) if isinstance(value, str) else float(value)


def _warn(scope: Scope, name: str, kind: str, what: str) -> None:
    scope.build.warn_once(
        "deprecations",
        f"{name}_function_{kind}",
        f"The {name}() function's auto conversion of {what} is deprecated - "
        "change to convert input before calling, or use lambda",
    )


# Return the smallest value.
MIN = extreme("min", -1)

# Return the greatest value.
MAX = extreme("max", 1)
