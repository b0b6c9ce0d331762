"""The location of a promise, for messages about it."""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.format_value import format_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise


def log_location(context: Context, promise: ExpandedPromise, level: str = "error") -> None:
    """Log the bundle, file and line of a promise, its comment and its promisee."""
    log_message = context.log.write
    log_message(
        level,
        f"Promise belongs to bundle '{promise.bundle.name}' in file '{promise.file}' near line "
        f"{promise.line}",
    )
    if promise.comment:
        log_message(level, f"Comment is '{promise.comment}'")
    if isinstance(promise.promisee, str):
        log_message(level, f"This was a promise to '{promise.promisee}'")
    elif isinstance(promise.promisee, list):
        log_message(level, f"This was a promise to '{format_value(promise.promisee)}'")


def log_identity(context: Context, promise: ExpandedPromise) -> None:
    """Log the identity of a promise on one line, below its outcome."""
    text = "Additional promise info:"
    if promise.handle is not None:
        text += f" handle '{promise.handle}'"
    version = context.control.get("common", {}).get("version")
    if isinstance(version, str):
        text += f" version '{version}'"
    text += f" source path '{promise.file}' at line {promise.line}"
    if isinstance(promise.promisee, str):
        text += f" promisee '{promise.promisee}'"
    elif isinstance(promise.promisee, list):
        text += f" promisee {format_value(promise.promisee)}"
    if promise.comment:
        text += f" comment '{promise.comment}'"
    context.log.verbose(text)
