"""The outcome of a run in one line: the verbose log has it, and `promise_summary.log`.

Tools of the reference read that file, and its masterfiles rotate it.
"""

from __future__ import annotations

from time import time

from duckrow.cfengine.evaluation.control import control_text
from duckrow.machine.files.private import LockedFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def append_summary(context: Context) -> None:
    """Append the outcome of this run to the file; a run without promises has none."""
    text = outcome(context)
    if text is None:
        return
    options = context.options
    path = f"{options.work_directory}/promise_summary.log"
    line = f"{options.started},{int(time())}: {text}\n"
    try:
        file = LockedFile(path)
        try:
            file.lock()
            file.append(line.encode("utf-8", "surrogateescape"))
        finally:
            file.close()
    except OSError as error:
        context.log.error(
            f"In total compliance logging, could not open file '{path}'. (fopen: {error.strerror})"
        )


def outcome(context: Context) -> str | None:
    """Return the percentages of promises that were kept, repaired and not repaired."""
    counts = context.counts
    total = sum(counts.values())
    if not total:
        return None
    kept, repaired, failed = (counts[word] * 100 / total for word in ("kept", "repaired", "failed"))
    return (
        f"Outcome of version {version_of_policy(context)} (agent-0): "
        f"Promises observed to be kept {kept:.2f}%, Promises repaired {repaired:.2f}%, "
        f"Promises not repaired {failed:.2f}%"
    )


def version_of_policy(context: Context) -> str:
    """Return `version` of `body common control`."""
    return control_text(context, "common", "version") or "(not specified)"
