"""Runs an edit bundle: its own normal order, in three passes."""

from __future__ import annotations

from duckrow.cfengine.evaluation.bundles.passes import resolve_bundle
from duckrow.cfengine.evaluation.bundles.run import bind_arguments, put_parameters
from duckrow.cfengine.evaluation.classes.keep_classes import keep_class
from duckrow.cfengine.evaluation.messages.log import VERBOSE
from duckrow.cfengine.evaluation.promises.expand import LAST_PASS, expand_promise
from duckrow.cfengine.evaluation.promises.plain import keep_promise
from duckrow.cfengine.evaluation.promises.unchanged import is_unchanged
from duckrow.cfengine.evaluation.variables.keep_vars import keep_variable
from duckrow.cfengine.promises import reports
from duckrow.cfengine.promises.files.edit import (
    delete_lines,
    field_edits,
    insert_lines,
    replace_patterns,
)
from duckrow.cfengine.promises.files.edit.plain_bundle import insert_plain_lines
from duckrow.cfengine.values.outcomes import KEPT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.policy.model import Bundle, Promise, Section
    from duckrow.cfengine.promises.files.edit.session import Session

    Keep = Callable[[Session, ExpandedPromise], str]
    Act = Callable[[Context, ExpandedPromise], str]
    Expand = Callable[[Context, Promise, Act], str]

_LINE_ORDER = (
    "vars",
    "classes",
    "delete_lines",
    "field_edits",
    "insert_lines",
    "replace_patterns",
    "reports",
)
_LINE_EDITS: dict[str, Keep] = {
    "delete_lines": delete_lines.keep,
    "field_edits": field_edits.keep,
    "insert_lines": insert_lines.keep,
    "replace_patterns": replace_patterns.keep,
}
_COMMON: dict[str, Act] = {
    "vars": keep_variable,
    "classes": keep_class,
    "reports": reports.keep,
}
_XML_ORDER = (
    "vars",
    "classes",
    "build_xpath",
    "delete_tree",
    "insert_tree",
    "delete_attribute",
    "set_attribute",
    "delete_text",
    "set_text",
    "insert_text",
    "reports",
)


def run_lines(session: Session, bundle: Bundle, arguments: tuple[object, ...]) -> None:
    """Run an edit_line bundle."""
    if insert_plain_lines(session, bundle, arguments):
        return
    _run(session, bundle, arguments, _LINE_ORDER, _LINE_EDITS)


def run_xml(session: Session, bundle: Bundle, arguments: tuple[object, ...]) -> None:
    """Run an edit_xml bundle."""
    from duckrow.cfengine.promises.files.edit.xml.promises import KEEP

    _run(session, bundle, arguments, _XML_ORDER, KEEP)


def _run(
    session: Session,
    bundle: Bundle,
    arguments: tuple[object, ...],
    order: tuple[str, ...],
    edits: dict[str, Keep],
) -> None:
    context = session.context
    bound = bind_arguments(context, bundle, arguments)
    pass_number = context.pass_number
    context.enter(bundle, inherits=session.defaults.inherits)
    try:
        put_parameters(context, bound)
        sections = [
            (section, _act(session, section.type, edits)) for section in _ordered(bundle, order)
        ]
        if session.tree is None and context.log.level >= VERBOSE:
            from duckrow.cfengine.evaluation.messages.verbose import log_edits

            sections = [(section, log_edits(act, pass_number)) for section, act in sections]

        def run(context: Context, bundle: Bundle) -> str:
            _resolve(context, session, bundle)
            _run_passes(context, session, sections)
            return KEPT

        recorder = context.recorder
        if recorder is not None and recorder.explains:
            recorder.run_bundle(context, bundle, run)
        else:
            run(context, bundle)
    finally:
        context.leave()
        context.pass_number = pass_number


def _resolve(context: Context, session: Session, bundle: Bundle) -> None:
    resolve_bundle(context, bundle)
    context.put_special("edit", "filename", session.path)
    empties = "true" if session.defaults.empties else "false"
    context.put_special("edit", "empty_before_use", empties)


def _run_passes(context: Context, session: Session, sections: list[tuple[Section, Act]]) -> None:
    frame, recorder = context.frame, context.recorder
    assert frame is not None
    expand: Expand = expand_promise
    if recorder is not None and recorder.explains:
        expand = recorder.expand
    elif recorder is None and context.log.level < VERBOSE and not context.options.is_simulating:
        expand = keep_promise
    # Promises settled for another file are not settled for this one.
    _require_evaluation(sections)
    for number in range(1, LAST_PASS + 1):
        if session.tree is not None:
            _require_evaluation(sections)
        before = session.edits
        for section, act in sections:
            for promise in section.promises:
                context.pass_number = number
                expand(context, promise, act)
                if context.is_aborted or frame.is_aborted:
                    return
        if session.edits != before:
            _require_evaluation(sections, regions=True)
        if session.tree is None and _is_done(context, sections):
            return


def _ordered(bundle: Bundle, order: tuple[str, ...]) -> list[Section]:
    found = [section for section in bundle.sections if section.type in order]
    if len(found) > 1:
        found.sort(key=lambda section: order.index(section.type))
    return found


def _is_done(context: Context, sections: list[tuple[Section, Act]]) -> bool:
    """Return whether another pass through the bundle would do nothing."""
    return all(
        promise.plan is not None
        and promise.plan.last_inputs is not None
        and is_unchanged(context, promise, promise.plan)
        for section, _ in sections
        for promise in section.promises
    )


def _require_evaluation(sections: list[tuple[Section, Act]], *, regions: bool = False) -> None:
    """Evaluate promises again: all, or those whose region an edit may have changed."""
    for section, _ in sections:
        if section.type not in _COMMON:
            for promise in section.promises:
                if promise.plan is not None and not (
                    regions and promise.attribute("select_region") is None
                ):
                    promise.plan.last_inputs = None


def _act(session: Session, type_: str, edits: dict[str, Keep]) -> Act:
    found = _COMMON.get(type_)
    if found is not None:
        return found
    keep = edits[type_]
    return lambda _, promise: keep(session, promise)
