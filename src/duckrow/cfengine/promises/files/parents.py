"""Makes the missing parents of a file."""

from __future__ import annotations

import os

from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task

_MODE = 0o700


def make_parents(task: Task, path: str, *, force: bool) -> bool | None:
    """Make the parents of a path: return True if any was made, None if that failed.

    With `force`, a file at the path of the last parent is moved away.
    """
    if path[:1] != "/":
        task.context.log.error(f"Will not create directories for a relative filename: {path}")
        return None
    parent = path.rpartition("/")[0].rstrip("/")
    if not parent:
        return False
    facts = task.facts(parent, follow=True)
    if facts is not None and facts.is_directory:
        return False
    there = task.facts(parent)
    if there is not None:
        if force:
            moved = _move_aside(task, parent, path)
            if not moved:
                return moved
        elif not (there.is_link or there.is_directory):
            task.failed(
                f"The object '{parent}' is not a directory. Cannot make a new directory without "
                "deleting it."
            )
            return None
    return _make_all(task, parent, path)


def make_parents_of_copy(task: Task, below: str, path: str, *, force: bool) -> bool:
    """Make the parents of a copy; return False if that failed."""
    made = make_parents(task, below, force=force)
    if made:
        task.changed(f"Created parent directory for '{path}'")
    return made is not None


def _move_aside(task: Task, parent: str, path: str) -> bool | None:
    """Move a file away: return False if that is not allowed, None if it fails."""
    aside = f"{parent}.cf-moved"
    task.context.log.verbose(f"Moving obstructing file/link {parent} to {aside} to make directory")
    if not task.may_change(
        f"move obstructing file/link '{parent}' to '{aside}' to make directories for '{path}'"
    ):
        return False
    try:
        if task.facts(aside) is not None:
            task.files.remove(aside, recursive=True)
        task.files.rename(parent, aside)
    except OSError as error:
        task.failed(f"Couldn't rename '{parent}' to .cf-moved (rename: {error_text(error)})")
        return None
    task.changed(
        f"Moved obstructing file/link '{parent}' to '{aside}' to make directories for '{path}'"
    )
    return True


def _make_all(task: Task, parent: str, path: str) -> bool | None:
    """Make the missing directories, from the root downwards."""
    waiting: list[str] = []
    at = parent
    while at not in ("", "/"):
        facts = task.facts(at, follow=True)
        if facts is not None:
            if not facts.is_directory:
                task.failed(f"Cannot make {parent} - {at} is not a directory!")
                return None
            break
        waiting.append(at)
        at = os.path.dirname(at)
    has_made = False
    for each in reversed(waiting):
        if each.endswith("/.") and task.facts(each) is not None:
            continue
        if not task.may_change(f"make directory '{each}' for '{path}'"):
            continue
        try:
            task.files.make_directory(each, _MODE)
        except FileExistsError:
            continue
        except OSError as error:
            task.failed(f"Failed to make directory: {each} (mkdir: {error_text(error)})")
            return None
        has_made = True
    return has_made
