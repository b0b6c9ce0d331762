"""Owner, group, mode and labels of a copy: those promised, or those of its source."""

from __future__ import annotations

from duckrow.cfengine.promises.files.perms import (
    ANY_PERMS,
    SAME,
    Perms,
    keep_attributes,
    read_perms,
)
from duckrow.cfengine.values.modes import ModeChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.copy_source import CopySource
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts


_ATTRIBUTES = frozenset(("preserve", "perms", "changes", "aces", "touch"))
_SET_BITS = 0o6000


def are_free(task: Task) -> bool:
    """Return whether a promise leaves attributes as they are, and nobody asks for messages."""
    return (
        (task.perms or read_perms(task)) is ANY_PERMS
        and _ATTRIBUTES.isdisjoint(task.promise.attributes)
        and not task.reports_kept
    )


def keep_copied(
    task: Task, origin: CopySource, source: str, path: str, facts: FileFacts, there: FileFacts
) -> None:
    """Set the owner, group and mode of a copy: those promised, or those of its source."""
    if are_free(task) and not (there.is_link or there.mode & _SET_BITS):
        return
    promise = task.promise
    perms = task.perms or read_perms(task)
    preserves = promise.flag("preserve")
    model = facts if preserves else there
    uids, gids, mode = list(perms.uids), list(perms.gids), perms.mode
    if uids[0] == SAME:
        uids[0] = model.uid
    if gids[0] == SAME:
        gids[0] = model.gid
    if preserves:
        task.context.log.verbose(
            f"Attempting to preserve file permissions from the source: {facts.mode:04o}"
        )
        mode = ModeChange(facts.mode, ~facts.mode & 0o7777)
    elif promise.flag("perms"):
        plus = there.mode | mode.plus
        mode = ModeChange(plus, ~(plus & ~mode.minus) & 0o7777)
    wanted = Perms(uids, gids, mode)
    wanted.fixes_directories = perms.fixes_directories
    keep_attributes(task, path, there, wanted)
    if preserves and origin.is_local:
        _copy_attributes(task, source, path)


def _copy_attributes(task: Task, source: str, path: str) -> None:
    """Copy the access lists and labels of the source."""
    try:
        wanted, there = task.files.attributes(source), task.files.attributes(path)
        changes = {name: value for name, value in wanted.items() if there.get(name) != value}
        for name, value in changes.items():
            task.files.set_attribute(path, name, value)
    except OSError:
        task.failed(
            f"Could not preserve extended attributes (ACLs and security contexts) on file '{path}'"
        )
    else:
        if changes:
            task.changed(f"Copied extended attributes from '{source}' to '{path}'")
