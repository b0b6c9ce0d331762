"""Making one value of many: inject, sum, to_h."""

from __future__ import annotations

from functools import partial

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.core.collections.iteration import iterate
from duckrow.ruby.errors import RubyError, argument_error, type_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import Proc
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _inject(ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None) -> Any:
    """Fold: inject { }, inject(start) { }, inject(:+), inject(start, :+)."""
    if len(arguments) > 2 or (len(arguments) == 2 and block is not None):
        expected = "0..1" if block is not None else "0..2"
        raise argument_error(
            f"wrong number of arguments (given {len(arguments)}, expected {expected})"
        )
    start: Any = MISSING
    step: Callable[[Any, Any], Any]
    if block is not None:
        step = partial(block.direct(2), ruby)
        if arguments:
            start = arguments[0]
    else:
        step = _operator(ruby, arguments[-1]) if arguments else _no_step
        if len(arguments) == 2:
            start = arguments[0]
    items = iterate(ruby, self)
    if start is MISSING:
        start = next(items, None)
    for item in items:
        start = step(start, item)
    return start


def _no_step(_one: object, _other: object) -> Any:
    raise RubyError("LocalJumpError", "no block given")


def _operator(ruby: Interpreter, name: object) -> Callable[[Any, Any], Any]:
    if type(name) is not Symbol and not isinstance(name, str):
        raise type_error(f"{inspect(ruby, name)} is not a symbol nor a string")
    word = name.name if type(name) is Symbol else str(name)
    from duckrow.ruby.dispatch import send

    return lambda one, other: send(ruby, one, word, other)


def _sum(ruby: Interpreter, self: Any, start: Any = 0, *, block: Proc | None = None) -> Any:
    from duckrow.ruby.operators import add

    items = (
        list(iterate(ruby, self))
        if block is None
        else [block(ruby, item) for item in iterate(ruby, self)]
    )
    kinds = set(map(type, items))
    if type(start) in (int, float) and kinds <= {int, float} and float in kinds:
        from math import fsum, isfinite

        if all(map(isfinite, items)):
            return _compensated([start, *items])
        return fsum([0.0]) + sum(items, start)
    total = start
    if type(self) is list and type(start) not in (int, float):
        # An array adds up the numbers it begins with, and only then the start to them.
        count = next((at for at, item in enumerate(items) if type(item) is not int), len(items))
        if whole := sum(items[:count]):
            total = add(ruby, whole, start)
        items = items[count:]
    for item in items:
        total = add(ruby, total, item)
    return total


def _compensated(items: list[Any]) -> float:
    """Add up and compensate for the rounding error of each step, as Ruby does."""
    total = lost = 0.0
    for item in items:
        value = float(item)
        new = total + value
        if abs(total) >= abs(value):
            lost += (total - new) + value
        else:
            lost += (value - new) + total
        total = new
    return total + lost


def _to_h(ruby: Interpreter, self: object, *, block: Proc | None = None) -> dict[Any, Any]:
    made: dict[Any, Any] = {}
    for index, item in enumerate(iterate(ruby, self)):
        pair = item if block is None else block(ruby, item)
        is_own = type(self) is list
        if type(pair) is not list:
            at = f" at {index}" if is_own else ""
            raise type_error(f"wrong element type {class_name(pair)}{at} (expected array)")
        if len(pair) != 2:
            what = f"wrong array length at {index}" if is_own else "element has wrong array length"
            raise argument_error(f"{what} (expected 2, was {len(pair)})")
        made[to_key(pair[0])] = pair[1]
    return made


METHODS: dict[str, Callable[..., Any]] = {
    "inject": _inject,
    "reduce": _inject,
    "sum": _sum,
    "to_h": _to_h,
}
