"""Find insert_lines promises of a bundle that use the same line as their location.

Each would insert its lines next to that line, and every run would change the file again.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.expand import expand_promise
from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.evaluation.variables.strings import is_expandable
from duckrow.cfengine.values.outcomes import NOOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.policy.model import Bundle


class _Anchors(set[tuple[str, str]]):
    """Each select_line_matching with the name of its bundle."""


def log_shared_anchors(context: Context, bundle: Bundle) -> None:
    """Log the promises of an edit_line bundle that use the same line."""
    section = bundle.section("insert_lines")
    for promise in section.promises if section is not None else ():
        if promise.attribute("location") is not None:
            expand_promise(context, promise, _record_anchor, notes=False)


def _record_anchor(context: Context, promise: ExpandedPromise) -> str:
    anchor = promise.text("select_line_matching")
    if anchor is None or is_expandable(anchor):
        return NOOP
    seen = context.run_data.of(_Anchors)
    key = (anchor, promise.bundle.name)
    if key in seen:
        context.log.info(
            f"insert_lines promise uses the same select_line_matching anchor '{anchor}' as another "
            "promise. This will lead to non-convergent behaviour unless "
            "'empty_file_before_editing' is set"
        )
        log_location(context, promise, "info")
    seen.add(key)
    return NOOP
