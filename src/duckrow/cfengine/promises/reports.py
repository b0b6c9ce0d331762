"""reports: writes a line to the output or to a file."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.expand import LAST_PASS
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.variables.strings import has_variable
from duckrow.cfengine.values.outcomes import FAILED, KEPT, REPAIRED, SKIPPED, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Write the report; unresolved variables delay it to the last pass."""
    if context.pass_number < LAST_PASS and has_variable(promise.promiser):
        frame = context.frame
        if frame is not None and frame.origin is not None and frame.origin.plan is not None:
            frame.origin.plan.can_skip = False
        context.explain("it has an unknown variable", "unknown")
        return SKIPPED
    # Most reports have no attributes at all.
    attributes = promise.attributes
    result = promise.text("bundle_return_value_index") if attributes else None
    if result is not None:
        bundle = promise.bundle
        context.put(
            f"{bundle.namespace}:{bundle.name}.last-result[{result}]",
            promise.promiser,
            "string",
            ("source=bundle",),
        )
        return KEPT
    lock = acquire(context, promise, "report-" + promise.promiser)
    if lock is None:
        return SKIPPED
    outcome = KEPT
    if context.options.is_dry_run or promise.only_warns:
        context.finish_promise(
            WARNED, promise, "warning", f"Need to repair reports promise: {promise.promiser}"
        )
        lock.release()
        return WARNED
    path = promise.text("report_to_file") if attributes else None
    if path is not None:
        outcome = _to_file(context, promise, path)
    else:
        context.log.plain(f"R: {promise.promiser}")
    shown = promise.text("file_to_print") if attributes else None
    if shown is not None:
        outcome = _show_file(context, promise, shown)
    context.finish_promise(outcome, promise, "nothing", "")
    lock.release()
    return outcome


def _to_file(context: Context, promise: ExpandedPromise, path: str) -> str:
    line = f"{promise.promiser}\n".encode("utf-8", "surrogateescape")
    try:
        context.machine.files.append(path, line, follow=True)
    except OSError as error:
        context.log.error(
            f"Could not open log file '{path}', message '{promise.promiser}'. "
            f"(fopen: {error.strerror})"
        )
        return FAILED
    return REPAIRED


def _show_file(context: Context, promise: ExpandedPromise, path: str) -> str:
    limit = promise.integer("number_of_lines", 0)
    try:
        content = context.machine.files.read(path)
    except OSError as error:
        context.finish_promise(
            FAILED,
            promise,
            "error",
            f"Printing of file '{path}' was not possible. (fopen: {error.strerror})",
        )
        return FAILED
    lines = content.decode("utf-8", "surrogateescape").split("\n")
    if not lines[-1]:
        lines.pop()
    if limit > 0:
        lines = lines[:limit]
    elif limit < 0:
        lines = lines[limit:]
    for line in lines:
        context.log.plain(f"R: {line}")
    return KEPT
