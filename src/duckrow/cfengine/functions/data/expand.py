"""data_expand(container): expand the variables in a container."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import container_of
from duckrow.cfengine.values.json_text import copied
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


def data_expand(context: Context, arguments: list[object]) -> Data:
    """Expand all variables in the keys and values of a container."""
    value = container_of(context, "data_expand", arguments[0])
    if value is None:
        raise FunctionFailed
    return Data(copied(_expanded(context, value)))


def _expanded(context: Context, value: Json) -> Json:
    if isinstance(value, dict):
        out: dict[str, Json] = {}
        for key, item in value.items():
            name = context.expand(key)
            out.pop(name, None)
            out[name] = _expanded(context, item)
        return out
    if isinstance(value, list):
        return [_expanded(context, item) for item in value]
    return context.expand(value) if isinstance(value, str) else value
