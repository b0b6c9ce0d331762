"""callstack_promisers(): the promisers of the methods promises that led here."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, _arguments: list[str]) -> list[str]:
    """Give them from the outermost inwards."""
    found: list[str] = []
    frame = context.frame
    while frame is not None:
        if frame.promise is not None and frame.promise.type == "methods":
            found.append(frame.promise.promiser)
        frame = frame.caller
    found.reverse()
    return found
