"""Compares a copy with its source, by content or by times."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

_SECOND = 1_000_000_000
_SMALL = 64 * 1024


def differs(task: Task, source: str, path: str, facts: FileFacts, there: FileFacts) -> bool:
    """Return whether a file has to be copied again."""
    way = task.promise.text("compare") or default_comparison(task)
    log = task.context.log
    if way in ("digest", "hash", "binary"):
        if facts.is_file and there.is_file:
            is_other = _has_other_content(task, source, path, facts, there)
        else:
            what = "Byte" if way == "binary" else "Checksum"
            log.verbose(f"{what} comparison replaced by ctime: files not regular")
            is_other = _is_older(there, facts)
        if is_other:
            what = "digest/checksum" if way != "binary" else "binary checksum"
            log.verbose(f"Image file '{path}' has a wrong {what}, should be copy of '{source}'")
        return is_other
    if way == "mtime":
        is_other = there.mtime_ns // _SECOND < facts.mtime_ns // _SECOND
    elif way == "atime":
        is_other = _is_older(there, facts) or _has_other_content(task, source, path, facts, there)
    else:
        is_other = _is_older(there, facts)
    if is_other:
        log.verbose(f"Image file '{path}' out of date, should be copy of '{source}'")
    return is_other


def default_comparison(task: Task) -> str:
    """Return the default way to compare files."""
    found = task.context.control.get("agent", {}).get("defaultcopytype")
    return found if isinstance(found, str) else "ctime"


def _is_older(one: FileFacts, other: FileFacts) -> bool:
    return (
        one.ctime_ns // _SECOND < other.ctime_ns // _SECOND
        or one.mtime_ns // _SECOND < other.mtime_ns // _SECOND
    )


def _has_other_content(
    task: Task, source: str, path: str, facts: FileFacts, there: FileFacts
) -> bool:
    if facts.size != there.size:
        return True
    try:
        if facts.size <= _SMALL:
            return task.files.read(path) != task.files.read(source)
        pieces = task.files.pieces(path)
        for piece in task.files.pieces(source):
            if next(pieces, b"") != piece:
                return True
        return next(pieces, b"") != b""
    except OSError:
        return True
