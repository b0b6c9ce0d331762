"""eval(expression, kind): the result of arithmetic, as a number or as a class."""

from __future__ import annotations

from math import copysign, isnan

from duckrow.cfengine.functions.common import fatal
from duckrow.cfengine.functions.math_expression import CLOSE_ENOUGH, MathError, evaluate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str | bool:
    """Compute; what is no expression is an empty text, or not defined as a class."""
    if not arguments:
        raise fatal("in built-in FnCall eval: missing first argument, an evaluation input")
    is_class = len(arguments) > 1 and arguments[1] == "class"
    try:
        result = evaluate(arguments[0])
    except MathError:
        if is_class:
            return False
        context.log.info(f"eval error: expression could not be parsed (input '{arguments[0]}')")
        return ""
    if is_class:
        return not abs(result) < CLOSE_ENOUGH
    if isnan(result):
        return "-nan" if copysign(1.0, result) < 0 else "nan"
    return f"{result:f}"
