"""Keeping a files promise: the paths that it is about, and the phases of the work on each."""

from __future__ import annotations

from duckrow.cfengine.evaluation.locks import acquire
from duckrow.cfengine.evaluation.outcomes import worse
from duckrow.cfengine.evaluation.values import fill_in
from duckrow.cfengine.promises.files.create import create
from duckrow.cfengine.promises.files.perms import keep_perms
from duckrow.cfengine.promises.files.task import Task
from duckrow.cfengine.values.outcomes import NOOP, REPAIRED, SKIPPED, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.actual import Actual
    from duckrow.cfengine.evaluation.context import Context

_EDITS = ("edit_line", "edit_xml", "edit_template", "edit_template_string")


def keep(context: Context, promise: Actual) -> str:
    """Keep it for every path that it is about."""
    result = SKIPPED
    for path in [promise.promiser]:
        result = worse(result, keep_path(context, promise, path))
    return result


def keep_path(context: Context, promise: Actual, path: str) -> str:
    """Keep it for one path."""
    lock = acquire(context, promise, path)
    if lock is None:
        return SKIPPED
    before = dict(promise.attributes)
    context.put_special("this", "promiser", path)
    for name, value in before.items():
        if name not in _EDITS[:2]:
            promise.attributes[name] = fill_in(context, value)
    task = Task(context, promise, path)
    try:
        _work(task)
        _tell(task)
    finally:
        promise.attributes = before
        if context.this is not None:
            context.this.pop("promiser", None)
        lock.release()
    return task.outcome


def _work(task: Task) -> None:
    promise = task.promise
    path = task.path
    facts = task.files.facts(path)
    is_wanted = promise.flag("create") or promise.flag("touch")
    if facts is None:
        if is_wanted and not create(task):
            return
    elif is_wanted:
        task.kept(f"File '{path}' exists as promised")
    if promise.has("delete"):
        _delete(task)
        return
    if promise.has("content"):
        _set_content(task)
    if any(promise.has(name) for name in _EDITS):
        from duckrow.cfengine.promises.files.edit import edit

        task.outcome = worse(task.outcome, edit(task.context, promise, path))
    facts = task.files.facts(path)
    if facts is not None:
        keep_perms(task, path, facts)


def _delete(task: Task) -> None:
    path = task.path
    facts = task.files.facts(path)
    if facts is None:
        task.kept(f"File '{path}' does not exist as promised")
        return
    what = "directory" if facts.kind == "directory" else "file"
    if task.may(f"delete {what} '{path}'"):
        try:
            task.files.remove(path)
        except OSError as error:
            task.failed(f"Couldn't delete '{path}'. (unlink: {error.strerror})")
        else:
            task.changed(f"Deleted {what} '{path}'")


def _set_content(task: Task) -> None:
    path = task.path
    content = task.promise.text("content") or ""
    data = content.encode("utf-8", "surrogateescape")
    if task.files.facts(path) is None and (
        task.promise.text("create") in ("false", "no") or not create(task)
    ):
        return
    try:
        if task.files.read(path) == data:
            return
    except OSError:
        pass
    if task.may(f"update file '{path}' with content '{content}'"):
        try:
            task.files.replace(path, data)
        except OSError as error:
            task.failed(f"Cannot open file '{path}' for writing: {error.strerror}")
        else:
            task.changed(f"Updated file '{path}' with content '{content}'")


def _tell(task: Task) -> None:
    promiser = task.promise.promiser
    told = task.context.told
    if task.outcome == NOOP:
        told(NOOP, task.promise, "verbose", f"No changes done for the files promise '{promiser}'")
    elif task.outcome == REPAIRED:
        told(REPAIRED, task.promise, "verbose", f"files promise '{promiser}' repaired")
    elif task.outcome == WARNED:
        told(
            WARNED,
            task.promise,
            "warning",
            f"Warnings encountered when actuating files promise '{promiser}'",
        )
    else:
        told(
            task.outcome,
            task.promise,
            "error",
            f"Errors encountered when actuating files promise '{promiser}'",
        )
