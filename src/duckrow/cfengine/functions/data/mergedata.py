"""mergedata(containers...)."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import container_of
from duckrow.cfengine.values.json_text import compact, copied, merged
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def mergedata(context: Context, arguments: list[object]) -> Data:
    """Join lists and merge objects; later keys win."""
    if not arguments:
        raise FunctionFailed(
            "mergedata needs at least one argument, a reference to a container variable"
        )
    found: Any = None
    for argument in arguments:
        value = container_of(context, "mergedata", argument)
        if value is None:
            raise FunctionFailed
        if not isinstance(value, dict | list):
            shown = argument if isinstance(argument, str) else compact(value)
            raise FunctionFailed(f"{shown} is not mergeable as it it not a container")
        found = value if found is None else merged(found, value)
    return Data(copied(found))
