"""move_obstructions: moves files away that are in the way of a promise."""

from __future__ import annotations

from duckrow.cfengine.promises.files.repository import SAVED, archive, stamp, store_backup
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task


def move_obstruction(task: Task, path: str, *, force: bool = False) -> bool:
    """Move a file away; return False if the path is not free."""
    facts = task.facts(path)
    if facts is None:
        return True
    promise = task.promise
    if not (force or promise.flag("move_obstructions")):
        task.failed(f"Object '{path}' is obstructing promise")
        return False
    if facts.is_directory:
        return _move_directory(task, path)
    if not task.may_change(f"move aside object '{path}' obstructing promise"):
        return False
    saved = path
    if "timestamp" in (promise.text("copy_backup"), promise.text("edit_backup")):
        saved += stamp(task)
    saved += SAVED
    store_backup(task, path)
    if not _rename(task, path, saved):
        return False
    task.changed(f"Moved obstructing object '{path}' to '{saved}'")
    if archive(task, saved):
        task.changed(f"Archived '{saved}'")
        try:
            task.files.remove(saved)
        except OSError as error:
            task.context.log.verbose(f"Couldn't remove '{saved}'. (unlink: {error_text(error)})")
    return True


def _move_directory(task: Task, path: str) -> bool:
    if not task.may_change(f"move aside directory '{path}' obstructing"):
        return False
    saved = f"{path}{stamp(task)}{SAVED}.dir"
    if task.facts(saved, follow=True) is not None:
        task.failed(f"Couldn't move directory '{path}' aside, since '{saved}' exists already")
        return False
    if not _rename(task, path, saved):
        return False
    task.changed(f"Moved directory '{path}' to '{path}{SAVED}'")
    return True


def _rename(task: Task, path: str, saved: str) -> bool:
    try:
        task.files.rename(path, saved)
    except OSError as error:
        task.failed(f"Can't rename '{path}' to '{saved}'. (rename: {error_text(error)})")
        return False
    return True
