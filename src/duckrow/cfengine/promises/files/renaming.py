"""rename: renames, disables, rotates or empties a file."""

from __future__ import annotations

from duckrow.cfengine.promises.files.file_state import FilesRunData
from duckrow.cfengine.promises.files.repository import archive, is_archived
from duckrow.cfengine.promises.files.task import log_copy_error
from duckrow.cfengine.values.modes import read_mode
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

_COMPRESSED = ("", ".gz", ".Z", ".bz", ".bz2")


def rename(task: Task, path: str, facts: FileFacts) -> None:
    """Apply the rename body to a file."""
    promise = task.promise
    there = task.facts(path)
    if there is None:
        task.kept(f"File object named '{path}' is not there (promise kept)")
        return
    disables = promise.flag("disable")
    if disables:
        task.context.log.warning(f"File object '{path}' exists, contrary to promise")
    name = promise.text("newname")
    if name is not None:
        _rename_to(task, path, name)
    elif disables and there.is_link:
        _disable_link(task, path)
    elif disables:
        _disable(task, path, facts)
    elif promise.has("rotate"):
        _rotate(task, path, promise.integer("rotate", 0))


def _rename_to(task: Task, path: str, name: str) -> None:
    new = name if name.startswith("/") else f"{path.rpartition('/')[0]}/{name}"
    if not task.may_change(f"rename file '{path}' to '{new}'"):
        return
    if is_archived(task, new):
        task.warned(
            f"Renaming '{path}' to same destination twice would overwrite saved copy - aborting"
        )
        return
    try:
        task.files.rename(path, new)
    except OSError as error:
        task.failed(f"Error occurred while renaming '{path}'. (rename: {error_text(error)})")
    else:
        task.changed(f"Renamed file '{path}' to '{new}'")


def _disable_link(task: Task, path: str) -> None:
    if not task.may_change(f"disable link '{path}'"):
        return
    try:
        task.files.remove(path)
    except OSError as error:
        task.failed(f"Unable to unlink '{path}'. (unlink: {error_text(error)})")
    else:
        task.changed(f"Disabled symbolic link '{path}' by deleting it")


def _disable(task: Task, path: str, facts: FileFacts) -> None:
    promise = task.promise
    kind = "directory" if facts.is_directory else "file"
    if not task.may_change(f"rename '{kind}' '{path}'"):
        return
    new = path + (promise.text("disable_suffix") or ".cfdisabled")
    change = read_mode(promise.text("disable_mode"), task.context.log.write)
    mode = 0o600 if change is None else change.of(facts.mode)
    if not task.may_change(f"rename file '{path}' to '{new}'"):
        return
    try:
        task.files.set_mode(path, mode)
    except OSError as error:
        task.failed(
            f"Failed to change permissions of '{path}' to 'mode {mode:04o}' ({error_text(error)})"
        )
    else:
        task.changed(f"Changed permissions of '{path}' to 'mode {mode:04o}'")
    if is_archived(task, new):
        task.warned(
            "Disable required twice? Would overwrite saved copy - changing permissions only"
        )
        return
    try:
        task.files.rename(path, new)
    except OSError as error:
        task.failed(f"Error occurred while renaming '{path}'. (rename: {error_text(error)})")
        return
    task.changed(f"Disabled file '{path}' by renaming to '{new}' with mode {mode:04o}")
    if archive(task, new):
        task.files.remove(new, recursive=True)


def _rotate(task: Task, path: str, number: int) -> None:
    if number == 0:
        if task.may_change(f"truncate '{path}'"):
            try:
                task.files.empty(path, follow=True)
            except OSError as error:
                task.context.log.error(
                    f"Failed to create or truncate file '{path}'. (create: {error_text(error)})"
                )
            task.changed(f"Truncated '{path}'")
    elif task.may_change(f"rotate file '{path}' in {number} fifo"):
        rotate(task, path, number)
        task.changed(f"Rotated file '{path}' in {number} fifo")


def rotate(task: Task, path: str, number: int, *, empties: bool = True) -> None:
    """Rename older copies of a file to the next number, copy it, and empty it; once in a run."""
    done = task.context.run_data.of(FilesRunData).rotated
    if path in done:
        return
    done.add(path)
    facts = task.facts(path, follow=True)
    if facts is None:
        task.context.log.verbose(f"No access to file {path}")
        return
    for each in range(number - 1, 0, -1):
        for ending in _COMPRESSED:
            old = f"{path}.{each}{ending}"
            if task.facts(old) is not None:
                try:
                    task.files.rename(old, f"{path}.{each + 1}{ending}")
                except OSError as error:
                    task.context.log.debug(f"Rename failed: {error_text(error)}")
    # An old copy of a program must not run as another user.
    mode = facts.mode & ~(0o6000 if facts.mode & 0o010 else 0o4000)
    try:
        task.files.copy(path, f"{path}.1", mode, facts.uid, facts.gid, keeps=False)
    except OSError as error:
        log_copy_error(task, path, f"{path}.1", error)
        return
    if not empties:
        return
    try:
        task.files.empty(path, follow=True)
    except OSError as error:
        task.context.log.error(
            f"Failed to create new '{path}' in disable(rotate). (create: {error_text(error)})"
        )
