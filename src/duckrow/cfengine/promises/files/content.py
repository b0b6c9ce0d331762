"""content: the whole text of a file."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task


def keep_content(task: Task, path: str, content: str) -> None:
    """Give a file its text, unless it has it."""
    data = content.encode("utf-8", "surrogateescape")
    if _holds(task, path, data):
        return
    if not task.may(f"update file '{path}' with content '{content}'"):
        return
    try:
        task.files.replace(path, data, follow=True)
    except OSError:
        task.failed(f"Cannot open file '{path}' for writing")
    else:
        task.changed(f"Updated file '{path}' with content '{content}'")


def _holds(task: Task, path: str, data: bytes) -> bool:
    facts = task.look(path, follow=True)
    if facts is None or facts.size != len(data):
        return False
    try:
        return task.files.read(path, limit=len(data)) == data
    except OSError:
        return False
