"""maplist(text, container): a text for each single value of a container, which is $(this) in it."""

from __future__ import annotations

from duckrow.cfengine.evaluation.calls import evaluate_arguments
from duckrow.cfengine.functions.common import collected, singles
from duckrow.cfengine.values.json_text import raw_text
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Fill the text in, or call what is in its place, once for each value."""
    container = evaluate_arguments(context, Call("maplist", (arguments[1],)), is_collecting=True)
    if container is None:
        raise FunctionFailed
    out: list[str] = []
    this = context.this
    before = None if this is None else this.get("this")
    if this is None:
        this = context.this = {}
    try:
        for value in singles(collected(context, "maplist", container[0])):
            context.put_special("this", "this", raw_text(value))
            text = context.evaluate(arguments[0])
            if not isinstance(text, str):
                raise FunctionFailed
            text = context.expand(text)
            if "$(this)" in text or "${this}" in text:
                raise FunctionFailed
            out.append(text)
    finally:
        this.pop("this", None)
        if before is not None:
            this["this"] = before
    return out
