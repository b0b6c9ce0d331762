"""content: the whole content of a file."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task


_MODE = 0o600


def keep_content(task: Task, path: str, content: str) -> None:
    """Write the content of a file, unless it has it."""
    data = content.encode("utf-8", "surrogateescape")
    facts = task.facts(path, follow=True)
    if facts is not None and facts.size == len(data) and _holds(task, path, data):
        return
    if facts is not None and facts.is_directory and not data:
        # A directory cannot be read, so its content is empty.
        return
    if not task.may_change(f"update file '{path}' with content '{content}'"):
        return
    if facts is None and task.facts(path) is not None:
        # A dangling link is not followed to create a file.
        task.failed(f"Cannot open file '{path}' for writing")
        return
    try:
        task.files.replace(path, data, _MODE if facts is None else None, follow=True)
    except OSError:
        task.failed(f"Cannot open file '{path}' for writing")
    else:
        task.changed(f"Updated file '{path}' with content '{content}'")


def _holds(task: Task, path: str, data: bytes) -> bool:
    try:
        return task.files.read(path, limit=len(data)) == data
    except OSError:
        return False
