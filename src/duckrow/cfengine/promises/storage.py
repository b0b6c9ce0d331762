"""storage: checks mounts, free space and content of file systems."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.promises.files.paths import keep_paths
from duckrow.cfengine.promises.mounts import MountedFileSystem, keep_mount, list_mounted
from duckrow.cfengine.values.outcomes import FAILED, INTERRUPTED, NOOP, SKIPPED
from duckrow.machine.files.extra import free_bytes, free_percentage
from duckrow.machine.files.facts import DIRECTORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

_FOREIGN = frozenset(("nfs", "panfs", "cifs"))


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Keep the promise for each path of the promiser."""
    return keep_paths(context, promise, promise.promiser, _keep_path)


def _keep_path(context: Context, promise: ExpandedPromise, path: str) -> str:
    log = context.log
    mounts = promise.has("mount")
    if promise.flag("unmount"):
        for name, word in (("mount_source", "source"), ("mount_server", "server")):
            if promise.has(name):
                log.verbose(
                    f"An unmount promise indicates a mount-{word} information - probably an error"
                )
    elif mounts and not (promise.has("mount_source") and promise.has("mount_server")):
        log.error("Insufficient specification in mount promise - need source and server")
        return NOOP
    lock = acquire(context, promise, path)
    if lock is None:
        return SKIPPED
    try:
        table = list_mounted(context)
        if table is None:
            log.error("Couldn't obtain a list of mounted filesystems - aborting")
            return NOOP
        outcome = NOOP
        if mounts:
            outcome = keep_mount(context, promise, path, table)
        if promise.has("volume"):
            outcome = worst_outcome(outcome, _check_content(context, promise, path))
            if promise.has("freespace"):
                outcome = worst_outcome(outcome, _check_space(context, promise, path, table))
            if promise.flag("scan_arrivals"):
                log.verbose("Scan arrival sequence . not yet implemented")
        return outcome
    finally:
        lock.release()


def _check_content(context: Context, promise: ExpandedPromise, path: str) -> str:
    """Check the size and number of files directly in a directory."""
    files = context.machine.files_now
    context.log.verbose(f"Checking required filesystem {path}")
    try:
        facts = files.facts(path, follow=True)
    except OSError:
        facts = None
    if facts is None:
        return NOOP
    if facts.kind == DIRECTORY:
        try:
            names = files.names(path)
        except OSError as error:
            context.log.error(
                f"Can't open directory '{path}' which checking required/disk. "
                f"(opendir: {error.strerror})"
            )
            return NOOP
        found = [files.facts(f"{path}/{name}") for name in names]
        size = sum(each.size for each in found if each is not None)
        if size < promise.integer("sensible_size", 1000):
            return context.finish_promise(
                INTERRUPTED,
                promise,
                "error",
                f"File system '{path}' is suspiciously small! ({size} bytes)",
            )
        if len(found) < promise.integer("sensible_count", 2):
            return context.finish_promise(
                INTERRUPTED,
                promise,
                "error",
                f"Filesystem '{path}' has only {len(found)} files/directories.",
            )
    return context.finish_promise(
        NOOP, promise, "info", f"Filesystem '{path}' content seems to be sensible as promised"
    )


def _check_space(
    context: Context, promise: ExpandedPromise, path: str, table: list[MountedFileSystem]
) -> str:
    reason: str | None = "No such file or directory"
    try:
        facts = context.machine.files_now.facts(path, follow=True)
    except OSError as error:
        facts, reason = None, error.strerror
    if facts is None:
        context.log.error(f"Couldn't stat '{path}' while checking diskspace. (stat: {reason})")
        return NOOP
    if not promise.flag("check_foreign") and any(
        each.point == path and each.kind in _FOREIGN for each in table
    ):
        context.log.info(f"Filesystem '{path}' is mounted from a foreign system, so skipping it")
        return NOOP
    wanted = promise.integer("freespace", 0)
    host_path = context.machine.files_now.on_host(path)
    try:
        found = free_percentage(host_path) if wanted < 0 else free_bytes(host_path)
    except OSError as error:
        context.log.error(f"Couldn't get filesystem info for '{path}'. (statfs: {error.strerror})")
        return NOOP
    # A percentage is a negative number.
    if wanted < 0:
        if found >= -wanted:
            return NOOP
        text = f"Free disk space is under {-wanted}% for volume containing '{path}', {found}% free"
    else:
        if found >= wanted:
            return NOOP
        text = (
            f"Disk space under {wanted // 1024} kB for volume containing '{path}' "
            f"({found // 1024} kB free)"
        )
    return context.finish_promise(FAILED, promise, "error", text)
