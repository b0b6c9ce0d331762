"""Edits one file: loads it, edits it by a bundle or a template, compares it, and writes it.

Messages of the level `info` are held back during an edit, and logged only if the file has changed
in the end: edits that cancel each other out are no change.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.fill_in import fill_in_call
from duckrow.cfengine.promises.files.edit.save import save_lines
from duckrow.cfengine.promises.files.edit.session import Session
from duckrow.cfengine.values.outcomes import FAILED, NOOP, REPAIRED, WARNED
from duckrow.cfengine.values.rvals import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.policy.model import Bundle
    from duckrow.machine.files.facts import FileFacts


def edit(
    context: Context, promise: ExpandedPromise, path: str, known: FileFacts | None = None
) -> str:
    """Edit a file as a files promise says; return the outcome.

    `known` holds the facts of the path itself, if known.
    """
    if path[:1] != "/":
        context.log.error(
            f"Relative file name '{path}' was marked for editing but has no invariant meaning"
        )
        return _unopened(Session(context, promise, path))
    session = Session(context, promise, path)
    if "edit_line" in promise.attributes and not session.load(known):
        return _unopened(session)
    if "edit_xml" in promise.attributes:
        from duckrow.cfengine.promises.files.edit.xml.document import load_tree

        if not load_tree(session):
            return _unopened(session)
    if session.defaults.empties:
        context.log.verbose("Build file model from a blank slate")
    outer = context.log.hold()
    try:
        _run(session)
        _finish(session)
    except BaseException:
        context.log.release(outer, is_logged=False)
        raise
    context.log.release(outer, is_logged=session.outcome == REPAIRED)
    return session.outcome


def _unopened(session: Session) -> str:
    session.failed(f"File '{session.path}' was marked for editing but could not be opened")
    return FAILED


def _run(session: Session) -> None:
    """Make the edits, on the lines only."""
    promise = session.promise
    called = promise.attributes.get("edit_line")
    if called is not None:
        bundle, arguments = _find(session, called, "edit_line")
        if bundle is None:
            name = called.name if isinstance(called, Call) else called
            session.context.log.error(f"Did not find bundle '{name}' for edit operation")
        else:
            from duckrow.cfengine.promises.files.edit.bundle import run_lines

            run_lines(session, bundle, arguments)
    called = promise.attributes.get("edit_xml")
    if called is not None:
        bundle, arguments = _find(session, called, "edit_xml")
        if bundle is not None:
            from duckrow.cfengine.promises.files.edit.bundle import run_xml

            run_xml(session, bundle, arguments)
    if "edit_template" in promise.attributes or "edit_template_string" in promise.attributes:
        from duckrow.cfengine.promises.files.edit.template import render

        render(session)


def _find(session: Session, called: object, kind: str) -> tuple[Bundle | None, tuple[object, ...]]:
    context = session.context
    arguments: tuple[object, ...] = ()
    name = ""
    if isinstance(called, Call):
        called = fill_in_call(context, called)
        name, arguments = called.name, called.arguments
    elif isinstance(called, str):
        name = called
    context.log.verbose(f"Handling file edits in {kind} bundle '{name}'")
    return context.policy.bundle(kind, name, context.namespace), arguments


def _finish(session: Session) -> None:
    """Write the file if it has changed."""
    if session.outcome not in (NOOP, REPAIRED):
        return
    path = session.path
    if not session.edits:
        session.kept(f"No edit changes to file '{path}' need saving")
        return
    if session.tree is not None:
        from duckrow.cfengine.promises.files.edit.xml.document import save_tree

        save_tree(session)
        return
    if _is_on_disk(session):
        session.kept(f"No edit changes to file '{path}' need saving")
    elif session.may_change(f"edit file '{path}'"):
        if save_lines(session):
            session.changed(f"Edited file '{path}'")
        else:
            session.failed(f"Unable to save file '{path}' after editing")


def _is_on_disk(session: Session) -> bool:
    """Return whether the file has these lines already; log the differences for `warn`."""
    try:
        content = b"" if session.was_empty else session.files.read(session.path)
    except OSError:
        return False
    if not session.lines:
        return not content
    if content == session.content() and not session.defaults.joins:
        return True
    if session.is_too_big(len(content)):
        return False
    lines = session.split(content)
    if session.promise.only_warns:
        _warn(session, lines)
    return lines == session.lines


def _warn(session: Session, old: list[str]) -> None:
    """Log the lines that differ."""
    new = session.lines
    finish = session.context.finish_promise
    promise = session.promise
    for number in range(max(len(old), len(new))):
        if number < len(old) and number < len(new):
            if old[number] != new[number]:
                text = f"edit_line warning promised: - {old[number]}"
            else:
                continue
        elif number == 0:
            text = (
                "File content wants to change from from/to full/empty but only a warning promised"
            )
        elif number < len(old):
            text = f" ! edit_line change warning promised: (remove) {old[number]}"
        else:
            text = f" ! edit_line change warning promised: (add) {new[number]}"
        finish(WARNED, promise, "warning", text)
        session.count_outcome(WARNED)
