"""changes: watches files for changes of their content and attributes.

The state of the last run is stored by path: a checksum per method, the facts of the file, and the
names in a directory.
"""

from __future__ import annotations

from duckrow.cfengine.promises.files.file_state import FileState
from duckrow.cfengine.values.outcomes import FAILED, REPAIRED
from duckrow.machine.errors import error_text
from duckrow.machine.local_time import local_time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

_HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
_LETTERS = {"md5": "MD5", "sha": "SHA"}
_KIND_BITS = {
    "file": 0o100000,
    "directory": 0o040000,
    "link": 0o120000,
    "fifo": 0o010000,
    "socket": 0o140000,
    "character device": 0o020000,
    "block device": 0o060000,
}
_SECOND = 1_000_000_000
# How long the class for a change lasts, in minutes.
_ALERT = 10


def updates(task: Task) -> bool:
    """Return whether new findings replace the stored ones."""
    promise = task.promise
    if promise.text("update_hashes") is not None:
        return promise.flag("update_hashes")
    value = task.context.control.get("agent", {}).get("hashupdates")
    return isinstance(value, str) and value.lower() in ("true", "yes", "on")


def watch(task: Task, path: str, facts: FileFacts) -> None:
    """Compare a file with its stored state."""
    what = task.promise.text("report_changes")
    if facts.is_file and what in ("content", "all"):
        _watch_content(task, path)
    if what in ("stats", "all"):
        _watch_facts(task, path, facts)


def _watch_content(task: Task, path: str) -> None:
    context = task.context
    wanted = task.promise.text("hash") or "md5"
    methods = ("md5", "sha1") if wanted == "best" else (wanted,)
    is_changed = False
    for method in methods:
        if not is_changed:
            is_changed = _watch_hash(task, path, method)
    if is_changed and task.may_record(f"record integrity changes in '{path}'"):
        if context.state is not None:
            context.state.save_class(context, "checksum_alerts", _ALERT, "absolute", ())
        context.set_class("checksum_alerts", "namespace")
        _record(task, path, "C", "Content changed", "integrity changes in")
    if task.promise.flag("report_diffs"):
        task.may_record(f"report diffs in '{path}'")


def _watch_hash(task: Task, path: str, method: str) -> bool:
    """Return whether a checksum differs from the stored one."""
    known = FileState(task.context)
    section = f"hash {method}"
    try:
        digest = task.files.digest(path, method)
    except OSError as error:
        task.context.log.info(f"Cannot open '{path}' for hashing (open: {error_text(error)})")
        return False
    before = known.get(section, path)
    if before == digest:
        task.kept(f"File hash for {path} is correct")
        return False
    if before:
        task.context.log.info(f"Hash '{method}' for '{path}' changed!")
        if task.promise.comment:
            task.context.log.verbose(f"Preceding promise '{task.promise.comment}'")
    if not task.may_record(f"record change of hash for file '{path}'"):
        return True
    if not before or updates(task):
        action = "Updated" if before else "Stored"
        task.changed(f"{action} {method} hash for '{path}' ({_LETTERS[method[:3]]}={digest})")
        known.put(section, path, digest)
        return bool(before)
    task.failed(f"Hash for file '{path}' changed, but not updating the records")
    return True


def _watch_facts(task: Task, path: str, facts: FileFacts) -> None:
    known = FileState(task.context)
    mode = _KIND_BITS[facts.kind] | facts.mode
    seconds = facts.mtime_ns // _SECOND
    now = (mode, facts.uid, facts.gid, facts.device, facts.inode, seconds)
    text = " ".join(map(str, now))
    before = known.get("stat", path)
    if not before:
        if task.may_record(f"write stat information for '{path}' to database"):
            known.put("stat", path, text)
            task.changed(f"Wrote stat information for '{path}' to database")
        return
    if before == text:
        task.kept(f"No stat information change for '{path}'")
        return
    old = [int(each) for each in before.split(" ")]
    notice = task.context.log.notice
    if old[0] != mode:
        notice(f"Permissions for '{path}' changed {old[0]:04o} -> {mode:04o}")
        _record_change(task, path, f"Permission: {old[0]:04o} -> {mode:04o}", "permissions")
    for number, name, what in (
        (1, "Owner", "ownership"),
        (2, "Group", "group"),
        (3, "Device", "device"),
    ):
        if old[number] != now[number]:
            notice(f"{name} for '{path}' changed {old[number]} -> {now[number]}")
            _record_change(task, path, f"{name}: {old[number]} -> {now[number]}", what)
    if old[4] != now[4]:
        notice(f"inode for '{path}' changed {old[4]} -> {now[4]}")
    if old[5] != seconds:
        first, last = local_time_text(old[5]), local_time_text(seconds)
        notice(f"Last modified time for '{path}' changed '{first}' -> '{last}'")
        _record_change(task, path, f"Modified time: {first} -> {last}", "mtime")
    if task.promise.comment:
        task.context.log.verbose(f"Preceding promise '{task.promise.comment}'")
    if updates(task) and task.may_record(f"write stat information for '{path}' to database"):
        known.put("stat", path, text)
        task.changed(f"Wrote stat information changes for '{path}' to database")


def _record_change(task: Task, path: str, message: str, what: str) -> None:
    if task.may_record(f"record {what} changes in '{path}'"):
        _record(task, path, "S", message, f"{what} changes in")


def _record(task: Task, path: str, letter: str, message: str, what: str) -> None:
    if write_log(task, path, letter, message):
        task.changed(f"Recorded {what} '{path}'")
    else:
        task.failed(f"Failed to record {what} '{path}'")


def write_log(task: Task, path: str, letter: str, message: str) -> bool:
    """Append a line to the log of changes in the work directory."""
    context = task.context
    directory = context.options.work_directory
    if not directory:
        return True
    promise = task.promise
    name = promise.handle or f"{promise.bundle.name}.{promise.type}.{promise.line}"
    now = context.machine.now_ns() // _SECOND
    line = f"{now},{name},{path},{letter},{message}\n".encode("utf-8", "surrogateescape")
    try:
        if task.facts(f"{directory}/state", follow=True) is None:
            task.files.make_directory(f"{directory}/state", 0o700)
        task.files.append(f"{directory}/state/file_changes.log", line, follow=True)
    except OSError as error:
        context.log.error(f"Could not write to the hash change log. (fopen: {error_text(error)})")
        return False
    return True


class Listing:
    """The names in a directory, and those of the last run."""

    __slots__ = ("_before", "_known", "_names", "_path", "_seen", "_task")

    def __init__(self, task: Task, path: str) -> None:
        self._task = task
        self._path = path
        self._known = FileState(task.context)
        before = self._known.get("directory", path)
        self._before = before.split("\0") if before else []
        self._seen = set(self._before)
        self._names: list[str] = []

    def add(self, name: str, path: str) -> None:
        """Count an existing file; report a new one."""
        self._names.append(name)
        if name not in self._seen:
            self._task.context.log.notice(f"New file '{path}' found")
            write_log(self._task, path, "N", "New file found")

    def close(self) -> None:
        """Report removed files, and store the present names."""
        task = self._task
        names = sorted(self._names, key=lambda name: name.encode("utf-8", "surrogateescape"))
        there = set(names)
        if there - self._seen:
            task.count_outcome(REPAIRED)
        for name in self._before:
            if name not in there:
                self._report_removal(f"{self._path}/{name}")
        if not task.may_record(f"record directory listing for '{self._path}'"):
            return
        if not updates(task):
            task.changed(f"Failed to record directory listing for '{self._path}'")
            task.count_outcome(FAILED)
        elif names != self._before:
            self._known.put("directory", self._path, "\0".join(names))
            task.changed(f"Recorded directory listing for '{self._path}'")

    def _report_removal(self, path: str) -> None:
        task = self._task
        task.context.log.notice(f"File '{path}' no longer exists")
        if not task.may_record(f"record removal of '{path}'"):
            return
        if write_log(task, path, "R", "File removed"):
            task.changed(f"Removal of '{path}' recorded")
        else:
            task.failed(f"Failed to record removal of '{path}'")
        for method in _HASHES:
            self._known.remove(f"hash {method}", path)
        self._known.remove("stat", path)
