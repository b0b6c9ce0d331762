"""commands: run a program."""

from __future__ import annotations

import shlex

from duckrow.cfengine.evaluation.locks import acquire
from duckrow.cfengine.values.outcomes import FAILED, REPAIRED, SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.actual import Actual
    from duckrow.cfengine.evaluation.context import Context


def keep(context: Context, promise: Actual) -> str:
    """Run it."""
    from duckrow.machine.processes.command import Command

    line = promise.promiser
    if promise.text("args"):
        line = f"{line} {promise.text('args')}"
    lock = acquire(context, promise, f"exec-{line}")
    if lock is None:
        return SKIPPED
    if not context.may_change(promise, f"execute command '{line}'"):
        lock.release()
        return FAILED
    uses_shell = promise.text("useshell") in ("true", "yes", "on", "useshell")
    vector = ["/bin/sh", "-c", line] if uses_shell else shlex.split(line)
    vector += promise.items("arglist")
    result = context.machine.commands.run(Command(vector))
    for text in result.output.decode("utf-8", "surrogateescape").splitlines():
        context.log.notice(f'Q: "...{line[-20:]}": {text}')
    outcome = REPAIRED if result.status == 0 else FAILED
    if outcome == REPAIRED:
        context.told(REPAIRED, promise, "info", f"Completed execution of '{line}'")
    else:
        context.told(
            FAILED,
            promise,
            "info",
            f"Finished script '{line}' on {result.status} (failed): {promise.promiser}",
        )
    lock.release()
    return outcome
