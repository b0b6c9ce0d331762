"""The body `action`: may a promise change the host, or only warn?"""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.outcomes import set_classes
from duckrow.cfengine.values.outcomes import WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise


def may_change(context: Context, promise: ExpandedPromise, what: str) -> bool:
    """Return whether a change may be made; if not, log a warning that it should be."""
    options = context.options
    if not (promise.only_warns or (options.is_dry_run and not _is_simulated(context, promise))):
        return True
    tail = ", but only warning promised" if promise.only_warns else ""
    context.log.warning(f"Should {what}{tail}")
    set_classes(context, WARNED, promise)
    return False


def _is_simulated(context: Context, promise: ExpandedPromise) -> bool:
    """Return whether the changes of a promise are made to copies: those of files and of edits."""
    if not context.options.is_simulating:
        return False
    return promise.type == "files" or promise.bundle.kind.startswith("edit_")
