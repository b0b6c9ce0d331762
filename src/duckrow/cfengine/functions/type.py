"""type(name, detail): the kind of a variable."""

from __future__ import annotations

from duckrow.cfengine.functions.common import is_true
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

_INNER = ((dict, "object"), (list, "array"), (str, "string"), (bool, "boolean"), (int, "int"))


def call(context: Context, arguments: list[str]) -> str:
    """Name it; with details, say what data holds, or that it is policy."""
    if not arguments:
        raise FunctionFailed("Function type requires variable identifier as first argument")
    variable = context.variable(arguments[0])
    kind = "none" if variable is None else variable.kind
    if len(arguments) < 2 or not is_true(arguments[1]):
        return kind
    if variable is None or kind != "data":
        return f"policy {kind}"
    return f"data {_inner(variable.value)}"


def _inner(value: object) -> str:
    if value is None:
        return "null"
    return next((name for kind, name in _INNER if isinstance(value, kind)), "real")
