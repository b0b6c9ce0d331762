"""maplist(text, container): a text for each single value of a container, which is $(this) in it."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, singles
from duckrow.cfengine.functions.mapping import evaluate_one, fill_in
from duckrow.cfengine.values.json_text import raw_text
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Fill the text in, or call what is in its place, once for each value."""
    values = singles(collected(context, "maplist", evaluate_one(context, "maplist", arguments[1])))
    out: list[str] = []
    outer = context.this
    context.this = {} if outer is None else dict(outer)
    try:
        for value in values:
            context.put_special("this", "this", raw_text(value))
            text = fill_in(context, arguments[0])
            if "$(this)" in text or "${this}" in text:
                raise FunctionFailed
            out.append(text)
    finally:
        context.this = outer
    return out
