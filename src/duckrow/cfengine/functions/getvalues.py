"""getvalues(container): the values of a container or array."""

from __future__ import annotations

from duckrow.cfengine.evaluation.collections import collection
from duckrow.cfengine.values.json_text import scalar_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Give all single values, also of containers within; of something unknown there are none."""
    value = collection(context, arguments[0], takes_text=True)
    out: list[str] = []
    _collect(value, out)
    return out


def _collect(value: Json, out: list[str]) -> None:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _collect(item, out)
        return
    text = scalar_text(value)
    if text is not None:
        out.append(text)
