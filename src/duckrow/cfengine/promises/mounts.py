"""Remote file systems: mounts, unmounts, and lines in /etc/fstab."""

from __future__ import annotations

import re

from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.functions.helpers.byte_strings import lines_of
from duckrow.cfengine.values.outcomes import FAILED, INTERRUPTED, NOOP, REPAIRED
from duckrow.machine.processes.command import Command
from duckrow.machine.texts.lines import Lines
from duckrow.machine.texts.mount_lines import Mount, escaped, read_mount
from duckrow.machine.this_process import effective_user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

FSTAB = "/etc/fstab"
MOUNT = "/bin/mount"
UNMOUNT = "/bin/umount"
# How long a server may take to answer, in seconds.
_PATIENCE = 60.0
_NETWORK = ("panfs", "nfs", "cifs")
_UNREADY = ("retrying", "denied", "backgrounding", "exceeded", "busy")


class MountedFileSystem:
    """A line of `mount`: local file systems have the host "localhost" and no source."""

    __slots__ = ("host", "kind", "point", "source")

    def __init__(self, host: str, source: str, point: str, kind: str = "") -> None:
        self.host = host
        self.source = source
        self.point = point
        self.kind = kind


class _Mounts:
    """The mounted file systems; None before they were listed."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: list[MountedFileSystem] | None = None


def list_mounted(context: Context) -> list[MountedFileSystem] | None:
    """Return the mounts, listed once in a run unless they change; None if that fails."""
    mounts = context.run_data.of(_Mounts)
    if mounts.found is not None:
        return mounts.found
    lines = _run(context, [MOUNT])
    if lines is None:
        return None
    found: list[MountedFileSystem] = []
    for line in lines:
        if "not responding" in line:
            context.log.error(line)
        if "RPC" in line:
            context.log.info("There was an RPC timeout. Aborting mount operations.")
            context.log.info("Session failed while trying to talk to remote host")
            context.log.info(line)
            return None
        if not any(word in line for word in _UNREADY):
            found.append(_read_mount(context, line))
    mounts.found = found
    return found


def _read_mount(context: Context, line: str) -> MountedFileSystem:
    words = line.split()
    kind = next((each for each in _NETWORK if each in words), "")
    what, point = words[0] if words else "", words[2] if len(words) > 2 else ""
    if what.startswith("/") and kind != "cifs":
        context.log.verbose(f"'{what}' is a local absolute file name, setting host to localhost")
        return MountedFileSystem("localhost", "", point, kind)
    if kind in ("cifs", "panfs"):
        found = re.match(r"((?:panfs:)?//[^/\\]*)(.*)", what)
        if found is not None:
            return MountedFileSystem(found[1], found[2], point, kind)
    host, _, source = what.partition(":")
    return MountedFileSystem(host, source, point, kind)


def keep_mount(
    context: Context, promise: ExpandedPromise, path: str, table: list[MountedFileSystem]
) -> str:
    """Mount or unmount a file system, as promised."""
    context.log.verbose(f"Verifying mounted file systems on '{path}'")
    if effective_user() != 0:
        return context.finish_promise(
            INTERRUPTED, promise, "error", "Only root can mount filesystems"
        )
    unmounts, edits = promise.flag("unmount"), promise.flag("edit_fstab")
    if _is_mounted(context, promise, path, table):
        if not unmounts:
            return context.finish_promise(
                NOOP, promise, "info", f"Filesystem '{path}' seems to be mounted as promised"
            )
        _unmount(context, promise, path)
        return _remove_from_fstab(context, promise, path) if edits else NOOP
    if unmounts:
        return _remove_from_fstab(context, promise, path) if edits else NOOP
    if not context.options.is_trial:
        _make_point(context, path)
    if not edits:
        context.finish_promise(
            FAILED,
            promise,
            "error",
            f"Filesystem '{path}' was not mounted as promised, and no edits were promised in "
            f"'{FSTAB}'",
        )
        return worst_outcome(FAILED, _mount(context, promise, path))
    outcome = _add_to_fstab(context, promise, path)
    mount_all(context)
    return outcome


def _is_mounted(
    context: Context, promise: ExpandedPromise, path: str, table: list[MountedFileSystem]
) -> bool:
    wanted = promise.text("mount_source")
    for each in table:
        if each.point != path:
            continue
        if wanted is not None and each.source != wanted:
            context.log.info(
                f"A different file system '{each.host}:{each.source}' is mounted on '{path}' "
                "than what is promised"
            )
            return False
        context.log.verbose(f"File system '{each.source}' seems to be mounted correctly")
        return True
    if not promise.flag("unmount"):
        context.log.verbose(f"File system '{path}' seems not to be mounted correctly")
    return False


def _make_point(context: Context, path: str) -> None:
    files = context.machine.files
    above = ""
    try:
        for part in path.strip("/").split("/"):
            above += f"/{part}"
            if files.facts(above, follow=True) is None:
                files.make_directory(above, mode=0o755)
    except OSError:
        context.log.debug(f"Could not create parent directory '{path}' for mount promise")


def _options(promise: ExpandedPromise) -> str:
    return ",".join(promise.items("mount_options")) or "defaults"


def _source(promise: ExpandedPromise) -> str:
    between = "" if promise.text("mount_type") in ("panfs", "cifs") else ":"
    return f"{promise.text('mount_server')}{between}{promise.text('mount_source')}"


def _mount(context: Context, promise: ExpandedPromise, path: str) -> str:
    if not context.options.is_trial:
        kind = promise.text("mount_type")
        chosen = ["-t", kind] if kind in ("panfs", "cifs") else []
        lines = _run(
            context, [MOUNT, *chosen, "-o", _options(promise), "--", _source(promise), path]
        )
        if lines is None:
            return FAILED
        if lines and "busy" in lines[0].lower():
            text = f"The device under '{path}' cannot be mounted"
            return context.finish_promise(INTERRUPTED, promise, "info", text)
        context.run_data.take(_Mounts)
    return context.finish_promise(REPAIRED, promise, "info", f"Mounting '{path}' to keep promise")


def _unmount(context: Context, promise: ExpandedPromise, path: str) -> str:
    if not context.options.is_trial:
        lines = _run(context, [UNMOUNT, "--", path])
        if lines is None:
            return NOOP
        if lines and "busy" in lines[0].lower():
            text = f"The device under '{path}' cannot be unmounted"
            return context.finish_promise(INTERRUPTED, promise, "info", text)
        context.run_data.take(_Mounts)
    return context.finish_promise(REPAIRED, promise, "info", f"Unmounting '{path}' to keep promise")


def _read_fstab(context: Context) -> Lines[Mount] | None:
    try:
        content = context.machine.files.read(FSTAB)
    except OSError:
        context.log.error(f"Couldn't open '{FSTAB}'")
        return None
    return Lines(content, read_mount, _fstab_line)


def _write_fstab(context: Context, table: Lines[Mount]) -> None:
    if not context.options.is_trial:
        context.machine.files.replace(FSTAB, table.content)


def _fstab_line(mount: Mount) -> str:
    """Return a line as cf-agent writes it: four fields, between blanks and tabs."""
    return " \t ".join(map(escaped, (mount.device, mount.path, mount.kind, mount.options)))


def _add_to_fstab(context: Context, promise: ExpandedPromise, path: str) -> str:
    table = _read_fstab(context)
    if table is None:
        return NOOP
    context.log.verbose(f"Verifying '{path}' in '{FSTAB}'")
    if any(mount.path == path for mount in table):
        return NOOP
    source = f"{promise.text('mount_server')}:{promise.text('mount_source')}"
    table.add(Mount(source, path, promise.text("mount_type") or "auto", _options(promise)))
    _write_fstab(context, table)
    return context.finish_promise(
        REPAIRED, promise, "info", f"Adding file system '{source}' to '{FSTAB}'"
    )


def _remove_from_fstab(context: Context, promise: ExpandedPromise, path: str) -> str:
    table = _read_fstab(context)
    if table is None:
        return NOOP
    unwanted = [mount for mount in table if mount.path == path]
    if not unwanted:
        return NOOP
    for mount in unwanted:
        table.remove(mount)
        context.finish_promise(
            REPAIRED,
            promise,
            "info",
            f"Deleting file system mounted on '{promise.text('mount_server') or path}'",
        )
    _write_fstab(context, table)
    return REPAIRED


def mount_all(context: Context) -> None:
    """Mount all file systems in /etc/fstab."""
    if context.options.is_trial:
        return
    context.log.verbose("Mounting all filesystems")
    context.log.verbose("Attempting to mount all filesystems.")
    shown = f"{MOUNT} -va"
    context.run_data.take(_Mounts)
    for line in _run(context, [MOUNT, "-va"]) or ():
        known = ("already mounted", "exceeded", "determined", "not supported")
        if any(word in line for word in known):
            continue
        if "denied" in line or "RPC" in line:
            context.log.error(
                f"There was a mount error while trying to mount the filesystems (command '{shown}')"
            )
            return
        if "trying" in line and "NFS version 2" not in line and "vers 3" not in line:
            context.log.error(
                f"Attempting filesystems mount aborted because command '{shown}' went into a "
                "retry loop"
            )
            return


def _run(context: Context, argv: list[str]) -> list[str] | None:
    try:
        result = context.machine.commands.run(Command(argv, timeout=_PATIENCE))
    except OSError as error:
        context.log.error(f"Can't open '{argv[0]}'. (cf_popen: {error.strerror})")
        return None
    return lines_of(result.text)
