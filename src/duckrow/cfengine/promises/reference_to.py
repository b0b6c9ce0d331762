"""Where a promise is written, for whoever reads a complaint about it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.actual import Actual
    from duckrow.cfengine.evaluation.context import Context


def say_where(context: Context, promise: Actual, level: str = "error") -> None:
    """Say the bundle, file and line of a promise, its comment and whom it is made to."""
    log = context.log
    log.say(
        level,
        f"Promise belongs to bundle '{promise.bundle.name}' in file '{promise.file}' "
        f"near line {promise.line}",
    )
    if promise.comment:
        log.say(level, f"Comment is '{promise.comment}'")
    promisee = promise.promisee
    if isinstance(promisee, str):
        log.say(level, f"This was a promise to '{promisee}'")
    elif isinstance(promisee, list):
        shown = ",".join(f'"{each}"' for each in promisee)
        log.say(level, f"This was a promise to '{{{shown}}}'")
