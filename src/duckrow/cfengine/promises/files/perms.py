"""Owner, group and mode of a file, and the checks made along with them."""

from __future__ import annotations

from duckrow.cfengine.values.modes import ModeChange, read_mode
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

# The present owner; and an unknown one.
SAME = -1
UNKNOWN = -2

_SETUID = 0o4000
_SETGID = 0o2000


class Perms:
    """The promised owner, group and mode."""

    __slots__ = ("fixes_directories", "gids", "mode", "uids")

    def __init__(self, uids: list[int], gids: list[int], mode: ModeChange) -> None:
        self.uids = uids
        self.gids = gids
        self.mode = mode
        # The right to read a directory includes the right to enter it.
        self.fixes_directories = False

    def new_mode(self, facts: FileFacts) -> int:
        """Return the promised mode of a file."""
        mode = self.mode.of(facts.mode)
        if facts.is_directory and self.fixes_directories:
            mode |= (mode & 0o444) >> 2
        return mode


_NAMES = frozenset(("mode", "owners", "groups", "rxdirs"))
# The perms of a promise that has none; nobody changes them.
ANY_PERMS = Perms([SAME], [SAME], ModeChange())


def read_perms(task: Task) -> Perms:
    """Read the perms body of the promise."""
    promise = task.promise
    if _NAMES.isdisjoint(promise.attributes):
        return ANY_PERMS
    mode = read_mode(promise.text("mode"), task.context.log.write)
    if mode is None:
        task.context.log.error("Problem validating a mode string")
        task.log_location()
        mode = ModeChange()
    owners, groups = promise.items("owners"), promise.items("groups")
    found = Perms(
        [_uid(task, name) for name in owners] if owners else [SAME],
        [_gid(task, name) for name in groups] if groups else [SAME],
        mode,
    )
    if promise.has("mode") and not promise.has("rxdirs"):
        task.context.log.warning(
            f"Using the default value 'false' for attribute rxdirs (promiser: {promise.promiser}, "
            f"file: {promise.file}:{promise.line}), please set it explicitly"
        )
    found.fixes_directories = promise.flag("rxdirs")
    return found


def _uid(task: Task, name: str) -> int:
    if name == "*":
        return SAME
    if name.isascii() and name.isdigit():
        return int(name)
    found = task.context.machine.users.uid(name)
    if found is None:
        task.context.log.info(f"Could not get UID for user '{name}', (getpwnam: not found)")
        task.log_location("info")
        return UNKNOWN
    return found


def _gid(task: Task, name: str) -> int:
    if name == "*":
        return SAME
    if name.isascii() and name.isdigit():
        return int(name)
    found = task.context.machine.users.gid(name)
    if found is None:
        task.context.log.info(f"Could not get GID for group '{name}', (getgrnam: not found)")
        task.log_location("info")
        return UNKNOWN
    return found


def keep_attributes(task: Task, path: str, facts: FileFacts, perms: Perms) -> None:
    """Set the promised owner, group, mode and access list of a file, and watch for changes."""
    promise = task.promise
    mode = perms.new_mode(facts)
    if facts.mode & (_SETUID | _SETGID):
        _watch_setuid(task, path, facts, mode)
    _keep_owner(task, path, facts, perms)
    if promise.flag("changes"):
        from duckrow.cfengine.promises.files.changes import watch

        watch(task, path, facts)
    if facts.is_link:
        from duckrow.cfengine.promises.files.links import remove_if_dead

        remove_if_dead(task, path)
        return
    if facts.mode & (_SETUID | _SETGID):
        _watch_setuid(task, path, facts, facts.mode)
    _keep_mode(task, path, facts, mode)
    if promise.items("aces"):
        from duckrow.cfengine.promises.files.acl import keep_acl

        keep_acl(task, path)
    if promise.flag("touch"):
        try:
            task.files.set_times(path, task.context.machine.now_ns(), follow=True)
        except OSError as error:
            task.denied(f"Updating timestamps on '{path}' failed. (utime: {error_text(error)})")
        else:
            task.changed(f"Updated timestamps on '{path}'")


def _keep_mode(task: Task, path: str, facts: FileFacts, mode: int) -> None:
    if mode == facts.mode:
        task.kept(f"File permissions on '{path}' as promised")
        return
    if not task.may_change(f"change permissions of '{path}' from {facts.mode:04o} to {mode:04o}"):
        return
    try:
        task.files.set_mode(path, mode, follow=True)
    except OSError as error:
        task.failed(f"Failed to change permissions of '{path}'. (chmod: {error_text(error)})")
    else:
        task.changed(f"Object '{path}' had permissions {facts.mode:04o}, changed it to {mode:04o}")


def _keep_owner(task: Task, path: str, facts: FileFacts, perms: Perms) -> None:
    uid = _choose(task, path, facts.uid, perms.uids, "Owner", "owners")
    gid = _choose(task, path, facts.gid, perms.gids, "Group", "groups")
    if uid == SAME and gid == SAME:
        return
    users = task.context.machine.users
    if users.user_of(facts.uid) is None:
        task.warned(
            f"File '{path}' is not owned by anybody in the passwd database (uid = {facts.uid})"
        )
    if users.group_of(facts.gid) is None:
        task.warned(
            f"File '{path}' is not owned by any group in group database  (gid = {facts.gid})"
        )
    if SAME not in (uid, gid):
        what = f"change owner and group of '{path}' to '{uid}:{gid}'"
    elif uid != SAME:
        what = f"change owner of '{path}' to '{uid}'"
    else:
        what = f"change group of '{path}' to '{gid}'"
    if not task.may_change(what):
        return
    new_uid = None if uid == SAME else uid
    new_gid = None if gid == SAME else gid
    try:
        task.files.set_owner(path, new_uid, new_gid, follow=not facts.is_link)
    except OSError as error:
        if facts.is_link:
            task.failed_uncounted(
                f"Cannot set ownership on link '{path}'. (lchown: {error_text(error)})"
            )
        else:
            task.denied(f"Cannot set ownership on file '{path}'. (chown: {error_text(error)})")
        return
    of = "of link" if facts.is_link else "of"
    if new_uid is not None:
        task.changed(f"Owner {of} '{path}' was {facts.uid}, set to {new_uid}")
    if new_gid is not None:
        task.changed(f"Group {of} '{path}' was {facts.gid}, set to {new_gid}")


def _choose(task: Task, path: str, now: int, wanted: list[int], what: str, many: str) -> int:
    """Return the promised owner of a file, SAME if it has it already."""
    for each in wanted:
        if each == SAME:
            return SAME
        if each == now:
            task.kept(f"{what} of '{path}' as promised ({now})")
            return SAME
    for each in wanted:
        if each != UNKNOWN:
            return each
    task.failed(f"None of the promised {many} for '{path}' exist -- see INFO logs for more")
    return SAME


def _watch_setuid(task: Task, path: str, facts: FileFacts, mode: int) -> None:
    """Report programs that run as root for every user."""
    if facts.uid != 0:
        return
    if facts.mode & _SETUID:
        _watch_bit(task, path, "SETUID", is_kept=bool(mode & _SETUID))
    if facts.mode & _SETGID and not (facts.is_directory and mode & _SETGID):
        _watch_bit(task, path, "SETGID", is_kept=bool(mode & _SETGID))


def _watch_bit(task: Task, path: str, bit: str, *, is_kept: bool) -> None:
    from duckrow.cfengine.promises.files.file_state import FileState

    if is_kept:
        known = FileState(task.context)
        if known.get("setuid", path) is None:
            task.context.log.notice(f"NEW {bit} root PROGRAM '{path}' ")
            known.put("setuid", path, "1")
    elif task.may_change(f"remove {bit.lower()} (root) flag from '{path}'"):
        task.changed(f"Removed {bit.lower()} (root) flag from '{path}'")
