"""One file: transformed, renamed, deleted, touched, and its attributes set."""

from __future__ import annotations

from errno import EEXIST, ENOTEMPTY

from duckrow.cfengine.promises.files.perms import keep_attributes, read_perms
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts


def keep_leaf(task: Task, path: str, facts: FileFacts) -> None:
    """Apply the promise to one file."""
    promise = task.promise
    log = task.context.log
    log.verbose(f"Handling file existence constraints on '{path}'")
    task.set_promiser(path)
    perms = read_perms(task)
    if promise.text("transformer") is not None:
        from duckrow.cfengine.promises.files.transformer import transform

        transform(task, path)
    else:
        if promise.flag("rename"):
            from duckrow.cfengine.promises.files.renaming import rename

            rename(task, path, facts)
        if promise.flag("delete"):
            delete(task, path, facts)
        if promise.flag("touch"):
            touch(task, path)
    if promise.flag("perms") or promise.flag("changes") or promise.items("aces"):
        if (
            facts.is_directory
            and path == promise.promiser
            and promise.integer("depth", 0)
            and not promise.flag("include_basedir")
        ):
            log.verbose(f"Promise to skip base directory '{path}'")
        else:
            keep_attributes(task, path, facts, perms)


def delete(task: Task, path: str, facts: FileFacts) -> None:
    """Remove a file, or an empty directory if that is promised."""
    promise = task.promise
    log = task.context.log
    log.verbose(f"Verifying file deletions for '{path}'")
    if not task.may_change(f"delete {'directory' if facts.is_directory else 'file'} '{path}'"):
        return
    if not facts.is_directory:
        try:
            task.files.remove(path)
        except OSError as error:
            task.failed(f"Couldn't unlink '{path}' tidying. (unlink: {error_text(error)})")
        else:
            task.changed(f"Deleted file '{path}'")
        return
    if not promise.flag("rmdirs"):
        task.kept(f"Keeping directory '{path}' since 'rmdirs' attribute was not specified")
        return
    if promise.flag("depth_search") and path == promise.promiser:
        log.debug(
            f"Skipping deletion of parent directory for recursive promise '{path}', you must "
            "specify separate promise for deleting"
        )
        return
    try:
        task.files.remove(path)
    except OSError as error:
        if error.errno in (EEXIST, ENOTEMPTY):
            log.verbose(f"Delete directory '{path}' not empty, skipping")
        else:
            task.failed(f"Delete directory '{path}' failed (rmdir: {error_text(error)})")
    else:
        task.changed(f"Deleted directory '{path}'")


def touch(task: Task, path: str) -> None:
    """Set the times of a file to now."""
    if not task.may_change(f"update time stamps for '{path}'"):
        return
    try:
        task.files.set_times(path, task.context.machine.now_ns(), follow=True)
    except OSError as error:
        task.failed(f"Touch '{path}' failed to update timestamps. (utime: {error_text(error)})")
    else:
        task.changed(f"Touched (updated time stamps) for path '{path}'")
