"""Copies one file: writes a draft, backs up the old file, and replaces it."""

from __future__ import annotations

from duckrow.cfengine.promises.files.copy_source import SourceFailed
from duckrow.cfengine.promises.files.repository import NEW, SAVED, archive, stamp, store_backup
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.copy_source import CopySource
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

_MODE = 0o600


def copy_content(
    task: Task,
    origin: CopySource,
    source: str,
    path: str,
    facts: FileFacts,
    *,
    is_new: bool = False,
) -> bool:
    """Copy a file; return False if that failed. With `is_new` the target does not exist."""
    promise = task.promise
    there = None if is_new else task.facts(path, follow=True)
    keeps_backup = promise.text("copy_backup") != "false"
    mode = _MODE
    done = origin.copied(source, path)
    if origin.is_local and promise.flag("preserve"):
        mode, done = facts.mode, f"{done} (permissions preserved)"
    elif origin.is_local:
        if there is not None:
            mode = there.mode & 0o777
        # The message has the requested mode, as in the reference, before the umask.
        done = f"{done} (mode '{mode:o}')"
        mode &= ~origin.umask
    backup = path
    if promise.text("copy_backup") == "timestamp":
        backup += stamp(task)
    backup += SAVED

    def make_room() -> None:
        task.changed(done)
        if promise.flag("stealth") and origin.is_local:
            task.files.set_times(source, facts.mtime_ns, atime_ns=facts.atime_ns, follow=True)
        if there is None:
            return
        if keeps_backup:
            _save(task, path, backup, there)
        elif there.is_directory:
            _clear(task, path)

    try:
        origin.install(source, path, facts, mode, make_room)
    except SourceFailed:
        return False
    except IsADirectoryError as error:
        task.failed(
            f"Could not install copy file as '{path}', directory in the way?. (rename: "
            f"{error_text(error)})"
        )
        return False
    task.changed(f"Moved '{path}{NEW}' to '{path}'")
    if there is not None and keeps_backup:
        _archive_backup(task, backup, there)
    if promise.flag("stealth"):
        task.files.set_times(path, facts.mtime_ns, atime_ns=facts.atime_ns, follow=True)
    return True


def _save(task: Task, path: str, backup: str, there: FileFacts) -> None:
    """Back up the old file under another name; its own name never disappears."""
    task.context.log.verbose(f"Backup for '{path}' is '{backup}'")
    store_backup(task, path)
    old = task.facts(backup)
    if old is not None:
        _remove_backup(task, backup, old)
    try:
        if there.is_directory:
            task.files.rename(path, backup)
        else:
            try:
                task.files.make_hard_link(backup, path)
            except OSError:
                task.files.copy(path, backup, there.mode, there.uid, there.gid)
    except OSError:
        task.failed(f"Failed to back up '{path}' as '{backup}'")
        raise SourceFailed from None
    task.changed(f"Backed up '{path}' as '{backup}'")


def _remove_backup(task: Task, backup: str, old: FileFacts) -> None:
    """Remove an older backup; a directory only if it is empty or may be purged."""
    what = "backup directory" if old.is_directory else "backup"
    if old.is_directory and task.promise.flag("depth_search"):
        from duckrow.cfengine.promises.files.copy_tree import purge

        purge(task, backup, [])
    try:
        task.files.remove(backup)
    except OSError:
        task.failed(f"Failed to remove old {what} '{backup}'")
    else:
        task.changed(f"Removed old {what} '{backup}'")


def _archive_backup(task: Task, backup: str, there: FileFacts) -> None:
    if there.is_directory:
        task.context.log.info(f"Cannot move a directory to repository, leaving at '{backup}'")
    elif archive(task, backup):
        task.changed(f"Archived backup '{backup}'")
        try:
            task.files.remove(backup)
        except OSError:
            task.failed(f"Failed to clean backup '{backup}' after archiving")


def _clear(task: Task, path: str) -> None:
    """Remove a directory at the path of the copy."""
    from duckrow.cfengine.promises.files.copy_tree import purge

    if task.promise.flag("depth_search"):
        purge(task, path, [])
    try:
        task.files.remove(path)
    except OSError:
        task.failed(f"Failed to remove directory '{path}'")
    else:
        task.changed(f"Removed directory '{path}'")
