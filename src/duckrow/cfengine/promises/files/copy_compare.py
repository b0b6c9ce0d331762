"""Compares a copy with its source, by content or by times."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.copy_source import CopySource
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

_SECOND = 1_000_000_000


def differs(
    task: Task, origin: CopySource, source: str, path: str, facts: FileFacts, there: FileFacts
) -> bool:
    """Return whether a file has to be copied again."""
    way = comparison(task)
    log = task.context.log
    if way in ("digest", "hash", "binary"):
        if facts.is_file and there.is_file:
            is_other = origin.has_other_content(source, path, facts, there)
        else:
            what = "Byte" if way == "binary" else "Checksum"
            log.verbose(f"{what} comparison replaced by ctime: files not regular")
            is_other = is_older(there, facts)
        if is_other:
            what = "digest/checksum" if way != "binary" else "binary checksum"
            log.verbose(f"Image file '{path}' has a wrong {what}, should be copy of '{source}'")
        return is_other
    if way == "mtime":
        is_other = is_older(there, facts, only_mtime=True)
    elif way == "atime":
        is_other = is_older(there, facts) or origin.has_other_content(source, path, facts, there)
    else:
        is_other = is_older(there, facts)
    if is_other:
        log.verbose(f"Image file '{path}' out of date, should be copy of '{source}'")
    return is_other


def comparison(task: Task) -> str:
    """Return how files are compared: as the promise or the agent's control body says."""
    own = task.promise.text("compare")
    if own:
        return own
    found = task.context.control.get("agent", {}).get("defaultcopytype")
    return found if isinstance(found, str) else "ctime"


def is_older(one: FileFacts, other: FileFacts, *, only_mtime: bool = False) -> bool:
    """Return whether a file is older than another, in whole seconds."""
    if one.mtime_ns // _SECOND < other.mtime_ns // _SECOND:
        return True
    return not only_mtime and one.ctime_ns // _SECOND < other.ctime_ns // _SECOND
