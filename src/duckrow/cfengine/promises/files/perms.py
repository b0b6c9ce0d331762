"""Owner, group and mode of a file."""

from __future__ import annotations

from duckrow.cfengine.promises.files.modes import read_mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts


def keep_perms(task: Task, path: str, facts: FileFacts) -> None:
    """Give a file the owner, group and mode that are promised."""
    promise = task.promise
    if not promise.has("perms"):
        return
    _keep_owner(task, path, facts)
    text = promise.text("mode")
    wanted = None if text is None else read_mode(text)
    if wanted is None or facts.kind == "link":
        return
    new = wanted.of(facts.mode)
    if facts.kind == "directory" and promise.flag("rxdirs"):
        # Who may read a directory may enter it.
        new |= (new & 0o444) >> 2
    if new == facts.mode:
        task.kept(f"'{path}' has permission {new:04o} as promised")
        return
    if task.may(f"change permissions of '{path}' from {facts.mode:04o} to {new:04o}"):
        try:
            task.files.set_mode(path, new)
        except OSError as error:
            task.failed(f"Failed to change permissions of '{path}'. (chmod: {error.strerror})")
        else:
            task.changed(
                f"Object '{path}' had permissions {facts.mode:04o}, changed it to {new:04o}"
            )


def _keep_owner(task: Task, path: str, facts: FileFacts) -> None:
    users = task.context.machine.users
    promise = task.promise
    uids = [users.uid(name) for name in promise.items("owners")]
    gids = [users.gid(name) for name in promise.items("groups")]
    uid = uids[0] if uids and facts.uid not in uids else None
    gid = gids[0] if gids and facts.gid not in gids else None
    if uid is None and gid is None:
        return
    if uid is not None and task.may(f"change owner of '{path}' to '{uid}'"):
        try:
            task.files.set_owner(path, uid, None)
        except OSError as error:
            task.failed(f"Cannot set ownership on file '{path}'. (chown: {error.strerror})")
        else:
            task.changed(f"Owner of '{path}' was {facts.uid}, set to {uid}")
    if gid is not None and task.may(f"change group of '{path}' to '{gid}'"):
        try:
            task.files.set_owner(path, None, gid)
        except OSError as error:
            task.failed(f"Cannot set ownership on file '{path}'. (chown: {error.strerror})")
        else:
            task.changed(f"Group of '{path}' was {facts.gid}, set to {gid}")
