"""Creating a file, a directory or a named pipe, with the directories above it."""

from __future__ import annotations

import os

from duckrow.cfengine.promises.files.modes import mode_for_new

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task

_DIRECTORY = 0o755
_FILE = 0o600


def create(task: Task) -> bool:
    """Create what the promise is about; False if it could or may not be."""
    path = task.path
    promise = task.promise
    if not os.path.isabs(path):
        task.failed(f"Cannot create a relative filename '{path}' - has no invariant meaning.")
        return False
    if promise.has("depth_search") or os.path.basename(path) == ".":
        return _create_directory(task)
    is_pipe = promise.text("file_type") == "fifo"
    mode = mode_for_new(promise, _FILE)
    if not make_parents(task, path):
        return False
    what = "named pipe" if is_pipe else "file"
    shown = f"{mode:04o}" if is_pipe else f"'{mode:04o}'"
    if not task.may(f"create {what} '{path}', mode {shown}"):
        return False
    try:
        if is_pipe:
            task.files.make_fifo(path, mode)
        else:
            task.files.replace(path, b"", mode=mode)
    except OSError as error:
        task.failed(f"Error creating file '{path}', mode '{mode:04o}'. (open: {error.strerror})")
        return False
    task.changed(f"Created {what} '{path}', mode {mode:04o}")
    return True


def _create_directory(task: Task) -> bool:
    path = task.path
    if not task.may(f"create directory '{path}'"):
        return False
    mode = mode_for_new(task.promise, _DIRECTORY)
    bare = path[:-2] if path.endswith("/.") else path
    try:
        made = _make_directories(task, bare, mode)
    except OSError as error:
        task.failed(f"Unable to make directory '{bare}'. (mkdir: {error.strerror})")
        return False
    if made:
        task.changed(f"Created directory '{path}', mode {mode:04o}")
    return True


def make_parents(task: Task, path: str) -> bool:
    """Make the directories above a path; False if that failed."""
    parent = os.path.dirname(path)
    if task.files.facts(parent, follow=True) is not None:
        return True
    if not task.may(f"make directory '{parent}'"):
        return False
    try:
        _make_directories(task, parent, _DIRECTORY)
    except OSError as error:
        task.failed(f"Unable to make directory '{parent}'. (mkdir: {error.strerror})")
        return False
    task.changed(f"Created directory for '{path}'")
    return True


def _make_directories(task: Task, path: str, mode: int) -> bool:
    missing: list[str] = []
    while task.files.facts(path, follow=True) is None:
        missing.append(path)
        path = os.path.dirname(path)
    for each in reversed(missing):
        task.files.make_directory(each, mode if each == missing[0] else _DIRECTORY)
    return bool(missing)
