"""Keeps a files promise: its paths, and the phases of the work on each."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.promises.outcomes import set_classes
from duckrow.cfengine.promises.files.checks import asks_for_nothing, has_edits, is_valid
from duckrow.cfengine.promises.files.create import create
from duckrow.cfengine.promises.files.leaf import keep_leaf
from duckrow.cfengine.promises.files.perms import read_perms
from duckrow.cfengine.promises.files.search import keep_found
from duckrow.cfengine.promises.files.select import is_selected
from duckrow.cfengine.promises.files.task import Task, has_classes
from duckrow.cfengine.values.outcomes import FAILED, NOOP, REPAIRED, SKIPPED, WARNED
from duckrow.cfengine.values.rvals import Data
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.machine.files.facts import FileFacts

_NO = ("false", "no")
# Attributes that may change a file before its edit, and those that are applied afterwards.
_CHANGES = frozenset(
    ("rename", "perms", "changes", "transformer", "aces", "delete", "copy_from", "link_from")
)
_OF_A_LEAF = (_CHANGES - {"copy_from", "link_from"}) | {"touch", "file_select"}


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Keep the promise for every path."""
    if promise.flag("copy_from") or promise.text("pathtype") == "literal":
        return keep_path(context, promise, promise.promiser)
    from duckrow.cfengine.promises.files.paths import keep_paths

    result = keep_paths(context, promise, promise.promiser, keep_path)
    if result != SKIPPED and has_classes(promise):
        # The promiser as written has an outcome too, beside those of the paths it matches.
        task = Task(context, promise, promise.promiser)
        task.set_promiser(promise.promiser)
        set_classes(context, result, promise)
        task.leave()
    return result


def keep_path(context: Context, promise: ExpandedPromise, path: str) -> str:
    """Keep the promise for one path."""
    task = Task(context, promise, path)
    task.perms = read_perms(task)
    if not is_valid(task):
        return NOOP
    lock = acquire(context, promise, path)
    if lock is None:
        return SKIPPED
    task.set_promiser(path)
    try:
        if _finish(task):
            _report(task)
    finally:
        task.leave()
        lock.release()
    return task.outcome


def _finish(task: Task) -> bool:
    """Run the phases; an unexpected OSError fails the promise."""
    try:
        return _work(task)
    except OSError as error:
        task.failed(f"Could not deal with '{error.filename or task.path}' ({error_text(error)})")
        return True
    except RecursionError:
        task.failed(f"Very deep nesting of directories for '{task.path}' (Aborting files)")
        return True


def _work(task: Task) -> bool:
    """Run the phases; return False if the promise does not apply to the path."""
    promise, path = task.promise, task.path
    data = promise.attributes.get("template_data")
    if data is not None and not isinstance(data, Data):
        task.context.finish_promise(
            FAILED, promise, "error", f"No template data for the promise '{promise.promiser}'"
        )
        task.outcome = FAILED
        return True
    facts = task.facts(path)
    is_wanted = promise.flag("create") or promise.flag("touch")
    is_there = facts is not None
    if facts is None:
        if is_wanted:
            if not create(task):
                return True
            facts = task.facts(path)
    elif is_wanted:
        task.kept(f"File '{path}' exists as promised")
    if promise.flag("delete") and not is_there:
        task.kept(f"File '{path}' does not exist as promised")
        return True
    if not promise.flag("depth_search"):
        path = _enter_directory(task, facts)
        promise = task.promise
    if (
        is_there
        and facts is not None
        and promise.flag("file_select")
        and not is_selected(task, path, facts)
        and not (promise.flag("depth_search") and facts.is_directory)
    ):
        return False
    seen = facts
    if facts is None or facts.is_link:
        seen = task.facts(path, follow=True)
    exists = seen is not None
    if seen is None and is_wanted:
        if not create(task):
            return True
        exists = True
    elif seen is not None and not seen.is_directory and promise.flag("depth_search"):
        task.context.log.debug(
            f"depth_search (recursion) is promised for a base object '{path}' that is not a "
            "directory"
        )
        return True
    known = facts if seen is facts else None
    return _change(task, path, known, exists=exists, is_there=is_there)


def _enter_directory(task: Task, facts: FileFacts | None) -> str:
    """Return the path without a dot at its end; its directory must exist."""
    path = task.path
    if path.endswith("/."):
        if task.promise.promiser == path:
            task.promise.promiser = path[:-2] or "/"
        path = task.path = path[:-2] or "/"
    if path[:1] != "/":
        above = path.rpartition("/")[0]
        if not path or above not in ("", "."):
            _report_entry(task, above, "No such file or directory")
        return path
    above = path.rpartition("/")[0] or "/"
    task.context.directory = above  # relative paths start there
    if facts is None:
        reason = _entry_error(task, above)
        if reason is not None:
            _report_entry(task, above, reason)
    return path


def _report_entry(task: Task, path: str, reason: str) -> None:
    task.context.log.error(f"Failed to chdir into '{path}'. (chdir: '{reason}')")


def _entry_error(task: Task, path: str) -> str | None:
    """Return the kernel's reason why a directory cannot be entered, or None."""
    try:
        # Only processes that may enter a directory see its files.
        if task.files.facts(f"{path}/.", follow=True) is not None:
            return None
    except OSError as error:
        return error_text(error)
    found = task.facts(path, follow=True)
    while found is None and path:
        path = path.rpartition("/")[0]
        found = task.facts(path or "/", follow=True)
    is_blocked = found is not None and not found.is_directory
    return "Not a directory" if is_blocked else "No such file or directory"


def _change(
    task: Task, path: str, known: FileFacts | None, *, exists: bool, is_there: bool
) -> bool:
    promise = task.promise
    if promise.flag("link_children"):
        source = task.facts(promise.text("source") or "", follow=True)
        if source is not None and not source.is_directory:
            task.context.log.error(
                f"Cannot promise to link the children of '{promise.text('source')}' as it is not a "
                "directory!"
            )
            return True
    # If the file is only edited, its known facts still hold then.
    if not _CHANGES.isdisjoint(promise.attributes):
        known = None
        _change_first(task, path, exists=exists, is_there=is_there)
    content = promise.text("content")
    if content is not None:
        _keep_content(task, path, content, exists=exists)
        return True
    if has_edits(promise) and not _edit(task, path, known, exists=exists):
        return True
    if _OF_A_LEAF.isdisjoint(promise.attributes) and not task.context.log.wants("verbose"):
        return True
    facts = task.facts(path, follow=True)
    if facts is not None and facts.is_file:
        if not promise.flag("file_select") or is_selected(task, path, facts):
            keep_leaf(task, path, facts)
    elif facts is None and promise.flag("changes"):
        task.failed(f"Promised to monitor '{path}' for changes, but file does not exist")
    return True


def _change_first(task: Task, path: str, *, exists: bool, is_there: bool) -> None:
    """Make the changes that come before an edit."""
    promise = task.promise
    is_searched = (
        promise.flag("rename")
        or promise.flag("perms")
        or promise.flag("changes")
        or promise.text("transformer") is not None
        or bool(promise.items("aces"))
    )
    if (exists and is_searched) or ((exists or is_there) and promise.flag("delete")):
        facts = task.facts(path)
        if facts is not None:
            keep_found(task, path, facts)
        else:
            # A search needs an existing directory; only a path that ends in a dot creates one.
            task.failed(
                f"Could not change to directory '{path}' (mode '0600', chdir: No such file or "
                "directory)"
            )
    if promise.flag("copy_from"):
        from duckrow.cfengine.promises.files.copying import copy_from

        copy_from(task, path)
    if promise.flag("link_from"):
        from duckrow.cfengine.promises.files.links import link_from

        link_from(task, path)


def _keep_content(task: Task, path: str, content: str, *, exists: bool) -> None:
    promise = task.promise
    if has_edits(promise):
        task.failed("A file promise with content attribute cannot have edit operations")
        return
    if not exists and promise.text("create") not in _NO:
        exists = create(task)
    if not exists:
        task.context.log.verbose(
            f"Cannot render file '{path}' with content '{content}': file does not exist"
        )
        return
    from duckrow.cfengine.promises.files.content import keep_content

    task.context.log.verbose(f"Replacing '{path}' with content '{content}'")
    keep_content(task, path, content)


def _edit(task: Task, path: str, known: FileFacts | None, *, exists: bool) -> bool:
    """Edit a file; return False if it is missing."""
    promise = task.promise
    # With a promised content, a missing file is created by default; with the default template
    # method that holds for all edits.
    if not exists and promise.text("create") in _NO:
        task.context.log.verbose(f"Cannot render file '{path}': file does not exist")
        return False
    from duckrow.cfengine.promises.files.edit import edit

    task.count_outcome(edit(task.context, promise, path, known))
    return True


def _report(task: Task) -> None:
    promise = task.promise
    promiser, outcome = promise.promiser, task.outcome
    if asks_for_nothing(promise):
        task.context.log.warning(
            f"No action was requested for file '{task.path}'. Maybe a typo in the policy?"
        )
    if outcome == NOOP:
        level, message = "verbose", f"No changes done for the files promise '{promiser}'"
    elif outcome == REPAIRED:
        level, message = "verbose", f"files promise '{promiser}' repaired"
    elif outcome == WARNED:
        level = "warning"
        message = f"Warnings encountered when actuating files promise '{promiser}'"
    else:
        level = "error"
        message = f"Errors encountered when actuating files promise '{promiser}'"
    task.context.finish_promise(outcome, promise, level, message)
