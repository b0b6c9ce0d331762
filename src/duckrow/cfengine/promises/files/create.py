"""Creates a file, a directory or a named pipe, with its parents."""

from __future__ import annotations

from duckrow.cfengine.promises.files.parents import make_parents
from duckrow.cfengine.values.modes import read_mode
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task

_FILE = 0o600


def create(task: Task, path: str | None = None) -> bool:
    """Create the promiser; return False if it could not or may not be created."""
    path = task.path if path is None else path
    promise = task.promise
    if not path.startswith("/"):
        task.failed(
            f"Cannot create a relative filename '{path}' - has no invariant meaning. "
            "(create: No such file or directory)"
        )
        return False
    if promise.flag("depth_search") or path.rpartition("/")[2] == ".":
        return _create_directory(task, path)
    is_pipe = promise.text("file_type") == "fifo"
    change = read_mode(promise.text("mode"))
    mode = _FILE if change is None or promise.text("mode") is None else change.for_new
    if promise.text("mode") is None:
        task.context.log.verbose(f"No mode was set, choose plain file default {mode:04o}")
    if not _has_parents(task, path, "Created directory for"):
        return False
    return _create_pipe(task, path, mode) if is_pipe else _create_file(task, path, mode)


def _create_file(task: Task, path: str, mode: int) -> bool:
    if not task.may_change(f"create file '{path}', mode '{mode:04o}'"):
        return False
    try:
        task.files.make_file(path, mode)
    except FileExistsError as error:
        task.failed(
            f"Error creating file '{path}', mode '{mode:04o}'. (open: '{error_text(error)}'). "
            "Most likely a dangling symlink is in the way. Refusing to create the target file of "
            "dangling symlink (security risk)."
        )
        return False
    except OSError as error:
        task.failed(f"Error creating file '{path}', mode '{mode:04o}'. (open: {error_text(error)})")
        return False
    task.changed(f"Created file '{path}', mode {mode:04o}")
    return True


def _create_pipe(task: Task, path: str, mode: int) -> bool:
    if not task.may_change(f"create named pipe '{path}', mode {mode:04o}"):
        return False
    try:
        task.files.make_fifo(path, mode)
    except OSError as error:
        task.failed_uncounted(
            f"Error creating file '{path}', mode '{mode:04o}'. (mkfifo: {error_text(error)})"
        )
        return False
    task.changed(f"Created named pipe '{path}', mode {mode:04o}")
    return True


def _create_directory(task: Task, path: str) -> bool:
    if not task.may_change(f"create directory '{path}'"):
        return False
    return _has_parents(task, path, "Created directory")


def _has_parents(task: Task, path: str, message: str) -> bool:
    made = make_parents(task, path, force=task.promise.flag("move_obstructions"))
    if made is None:
        return False
    if made:
        task.changed(f"{message} '{path}'")
    return True
