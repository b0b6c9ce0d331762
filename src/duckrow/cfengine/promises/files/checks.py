"""Checks for files promises that contradict themselves, or that do nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.task import Task

_EDITS = frozenset(("edit_line", "edit_xml", "edit_template", "edit_template_string"))
_ACTIONS = frozenset(("transformer", "content", *_EDITS))
_SWITCHES = (
    "rename",
    "delete",
    "copy_from",
    "create",
    "touch",
    "link_from",
    "perms",
    "changes",
)


def has_edits(promise: ExpandedPromise) -> bool:
    """Return whether the promise edits the file's content."""
    return not _EDITS.isdisjoint(promise.attributes)


def asks_for_nothing(promise: ExpandedPromise) -> bool:
    """Return whether a promise does nothing."""
    return (
        _ACTIONS.isdisjoint(promise.attributes)
        and not any(promise.flag(name) for name in _SWITCHES)
        and not promise.items("aces")
    )


def is_valid(task: Task) -> bool:
    """Return whether a promise can be kept; log the reason if not."""
    problem = _problem(task.promise, task.path)
    if problem is None:
        return True
    task.context.log.error(problem)
    task.log_location()
    return False


def _problem(promise: ExpandedPromise, path: str) -> str | None:
    if not promise.attributes.keys() & _SUSPECTS:
        return None
    deletes, renames = promise.flag("delete"), promise.flag("rename")
    copies, links = promise.flag("copy_from"), promise.flag("link_from")
    searches, selects = promise.flag("depth_search"), promise.flag("file_select")
    edits = has_edits(promise)
    exists = promise.flag("create") or copies or edits
    conflict = "Promise constraint conflicts - "
    if links and copies:
        return f"{conflict}'{path}' file cannot both be a copy of and a link to the source"
    if links and promise.text("source") is None:
        return f"Promise to establish a link at '{path}' has no source"
    if promise.has("edit_line") and promise.has("edit_xml"):
        return f"{conflict}'{path}' editing file as both line and xml makes no sense"
    if searches and edits:
        return "Recursive depth_searches are not compatible with general file editing"
    if deletes and (exists or renames):
        return f"{conflict}'{path}' cannot be deleted and exist at the same time"
    if renames and exists:
        return f"{conflict}'{path}' cannot be renamed/moved and exist there at the same time"
    if deletes and searches and not selects:
        return (
            f"Dangerous or ambiguous promise - '{path}' specifies recursive deletion but has no "
            "file selection criteria"
        )
    if selects and promise.text("file_result") is None:
        return "File select constraint body promised no result (check body definition)"
    if promise.flag("background") and promise.flag("audit"):
        return "Auditing cannot be performed on backgrounded promises (this might change)."
    if (copies or links) and promise.text("transformer") is not None:
        return (
            f"File object(s) '{promise.promiser}' cannot both be a copy of source and transformed "
            "simultaneously"
        )
    if searches and promise.flag("report_diffs"):
        return "Difference reporting is not allowed during a depth_search"
    if edits and promise.text("file_type") == "fifo":
        return "Editing is not allowed on fifos"
    return None


# Without any of these nothing can be wrong.
_SUSPECTS = frozenset(
    (
        "link_from",
        "copy_from",
        "edit_xml",
        "depth_search",
        "delete",
        "rename",
        "file_select",
        "background",
        "file_type",
    )
)
