"""variablesmatching(pattern, tags...): the names of variables that match."""

from __future__ import annotations

from duckrow.cfengine.evaluation.names import index_text
from duckrow.cfengine.functions.common import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Give qualified names; a variable must have a tag that each further pattern matches."""
    wanted = pattern(context, arguments[0])
    tags = [pattern(context, text) for text in arguments[1:]]
    out: list[str] = []
    for (namespace, scope), table in context.variables.scopes():
        for key, variable in table.items():
            name = f"{namespace}:{scope}.{index_text(key)}"
            if wanted.full(name) and all(
                any(tag.full(each) for each in variable.tags) for tag in tags
            ):
                out.append(name)
    return out
