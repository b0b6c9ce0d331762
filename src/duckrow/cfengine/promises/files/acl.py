"""acl: access lists of files and directories."""

from __future__ import annotations

from duckrow.cfengine.promises.files.acl_entries import (
    DEFAULT,
    ENTRIES,
    AccessList,
    EntryError,
    apply_entry,
    check_entry,
)
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task

_ATTRIBUTES = {"Access": ENTRIES, "Default": DEFAULT}


def keep_acl(task: Task, path: str) -> None:
    """Set the promised access lists of a file."""
    promise = task.promise
    facts = task.facts(path, follow=True)
    is_directory = facts is not None and facts.is_directory
    kind = promise.text("acl_type") or "generic"
    default = promise.text("acl_default") or promise.text("acl_directory_inherit")
    if default == "parent":
        default = None
    entries = promise.items("aces")
    default_entries = promise.items("specify_default_aces") or promise.items("specify_inherit_aces")
    if not _is_valid(task, kind, default, entries + default_entries, is_directory=is_directory):
        task.failed(f"Syntax error in access control list for '{path}'")
        task.log_location()
        return
    if kind == "ntfs":
        task.failed("NTFS ACLs are not supported on this system")
        return
    is_kept = _keep(task, path, entries, "Access")
    if is_kept and is_directory:
        is_kept = _keep_default(task, path, default or "nochange", default_entries)
    if not is_kept:
        task.log_location()


def _is_valid(
    task: Task, kind: str, default: str | None, entries: list[str], *, is_directory: bool
) -> bool:
    log = task.context.log
    if default is not None and not is_directory:
        log.error("acl_default can only be set on directories.")
        task.log_location()
        return False
    for entry in entries:
        problem = check_entry(entry, kind)
        if problem is not None:
            for line in problem:
                if line is None:
                    task.log_location()
                else:
                    log.error(line)
            log.error(f"ACL: The ACE '{entry}' contains errors")
            task.log_location()
            return False
    return True


def _read(task: Task, path: str, which: str) -> AccessList:
    """Read an access list; a file without one has that of its mode."""
    found = task.files.attributes(path, follow=True).get(_ATTRIBUTES[which])
    if found is not None:
        return AccessList.from_bytes(found)
    if which == "Default":
        return AccessList()
    facts = task.files.facts(path, follow=True)
    return AccessList.from_mode(0 if facts is None else facts.mode)


def _write(task: Task, path: str, which: str, wanted: AccessList) -> None:
    value = wanted.to_bytes() if wanted.entries else None
    task.files.set_attribute(path, _ATTRIBUTES[which], value, follow=True)


def _keep(task: Task, path: str, entries: list[str], which: str) -> bool:
    try:
        there = _read(task, path, which)
    except OSError as error:
        task.failed(
            f"No {which} ACL for '{path}' could be read. (acl_get_file: {error_text(error)})"
        )
        return False
    appends = (task.promise.text("acl_method") or "append") == "append"
    wanted = there.copy() if appends else AccessList()
    has_mask = False
    for entry in entries:
        try:
            has_mask = apply_entry(wanted, entry, task.context.machine.users) or has_mask
        except EntryError as error:
            for line in error.lines:
                task.context.log.error(line)
            task.failed(f"ACL: Error parsing entity in '{error.rest}'")
            return False
    if not has_mask:
        wanted.compute_mask()
    if wanted == there:
        task.kept(f"'{which}' ACL on '{path}' needs no modification.")
        return True
    if not task.may_change(f"update ACL {which} on file '{path}'"):
        return True
    problem = wanted.problem()
    shown = wanted.shown(task.context.machine.users)
    if problem is not None:
        index, text = problem
        task.failed(f"Invalid ACL in '{shown}' at index {index} (acl_check: {text})")
        return False
    try:
        _write(task, path, which, wanted)
    except OSError as error:
        task.failed(
            f"Error setting new {which} ACL({shown}) on file '{path}' (acl_set_file: "
            f"{error_text(error)}), are required ACEs present ?"
        )
        return False
    task.changed(f"{which} ACL on '{path}' successfully changed")
    return True


def _keep_default(task: Task, path: str, default: str, entries: list[str]) -> bool:
    """Set the default access list of a directory, which new files inherit."""
    if default == "nochange":
        task.kept(f"No change required for '{path}' with acl_default=nochange")
        return True
    if default == "specify":
        return _keep(task, path, entries, "Default")
    try:
        access, there = _read(task, path, "Access"), _read(task, path, "Default")
    except OSError as error:
        task.failed(f"Could not find an ACL for '{path}'. (acl_get_file: {error_text(error)})")
        return False
    wanted = access if default == "access" else AccessList()
    if there == wanted:
        task.kept(f"Default ACL on '{path}' as promised")
        return True
    if default == "access":
        should = f"copy default ACL on '{path}' from access ACL"
        message = f"Default ACL on '{path}' successfully copied from access ACL."
        failed = f"Could not set default ACL to access on '{path}'."
    else:
        should = f"clean default ACL on '{path}'"
        message = f"Default ACL on '{path}' successfully cleared"
        failed = f"Could not reset ACL for '{path}'."
    if not task.may_change(should):
        return False
    try:
        _write(task, path, "Default", wanted)
    except OSError as error:
        task.failed(f"{failed} (acl_set_file: {error_text(error)})")
        return False
    task.changed(message)
    return True
