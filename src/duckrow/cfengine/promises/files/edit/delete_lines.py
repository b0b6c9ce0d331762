"""delete_lines: deletes the lines that match a pattern."""

from __future__ import annotations

from duckrow.cfengine.promises.files.edit.region import Region, patterns_at
from duckrow.cfengine.promises.files.edit.selection import Selection
from duckrow.cfengine.promises.files.edit.step import Step
from duckrow.cfengine.values.outcomes import INTERRUPTED, SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.edit.session import Session


def keep(session: Session, promise: ExpandedPromise) -> str:
    """Delete the lines that match, in the whole file or in a region."""
    step = Step(session, promise)
    promiser = promise.promiser
    if promise.flag("not_matching") and "\n" in promiser:
        session.context.log.error(
            "Makes no sense to promise multi-line delete with not_matching. Cannot be satisfied "
            "for all lines as a block."
        )
    region = Region(session.context, promise)
    if region.is_given and not region.find(step):
        if region.has_start or region.has_end:
            why = "this is a good thing, as policy suggests deleting the markers"
        else:
            why = "but the delimiters were expected in the file"
        return step.reject(
            INTERRUPTED,
            f"The promised line deletion '{promiser}' could not select an edit region in "
            f"'{step.path}' ({why})",
        )
    if region.lacks_end:
        return step.reject(
            INTERRUPTED,
            f"The promised end pattern '{region.stop}' was not found when selecting region to "
            f"delete in '{step.path}'",
        )
    if not step.is_first(f"deleteline-{promiser}-{step.path}"):
        return SKIPPED
    _delete(step, region)
    return step.finish("delete_lines")


def _delete(step: Step, region: Region) -> None:
    context = step.context
    promise = step.promise
    lines = step.session.lines
    parts = promise.promiser.split("\n")
    is_negated = promise.flag("not_matching")
    selection = Selection(context, promise, "delete")
    number = 0
    if region.begin is not None:
        number = region.begin if region.has_start else region.begin + 1
    end = len(lines)
    if region.end is not None:
        end = region.end + 1 if region.has_end else region.end
    stays = lines[:number]
    is_kept = True
    while number < end:
        count = patterns_at(context, parts, lines, number, end)
        if is_negated:
            count = 0 if count else 1
        if not count or not selection.takes(lines[number]):
            stays.append(lines[number])
            number += 1
            continue
        is_kept = False
        if not step.may_change(f"delete line '{lines[number]}' from {step.path}"):
            stays.append(lines[number])
            number += 1
            continue
        for ordinal in range(1, count + 1):
            step.changed(f"Deleted the promised line {ordinal} '{lines[number]}' from {step.path}")
            number += 1
    if is_kept:
        step.kept(f"No need to delete lines from {step.path}, ok")
        return
    stays += lines[number:]
    step.session.set_lines(stays)
