"""Makes files from templates: CFEngine's own, and mustache."""

from __future__ import annotations

import re

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.policy.model import Bundle
from duckrow.cfengine.promises.files.create import create
from duckrow.cfengine.promises.files.edit.save import save
from duckrow.cfengine.syntax import nodes
from duckrow.cfengine.syntax.nodes import ANY
from duckrow.cfengine.values.outcomes import INTERRUPTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.promises.files.edit.session import Session

_SIGN = "[%CFEngine"
_OPERATION = re.compile(r"\s*(\S{0,1024})\s*(\S{0,3})")


def render(session: Session) -> None:
    """Make the file from the template of the promise."""
    promise = session.promise
    method = promise.text("template_method") or "cfengine"
    template = promise.text("edit_template")
    log = session.context.log
    if method == "inline_mustache":
        text = promise.text("edit_template_string")
        if text is not None:
            log.verbose(f"Rendering '{session.path}' with method '{method}'")
            _render_mustache(session, text, "inline", text)
        return
    if template is None:
        return
    log.verbose(f"Rendering '{session.path}' using template '{template}' with method '{method}'")
    if method == "mustache":
        _render_mustache_file(session, template)
    elif method == "cfengine":
        _render_own(session, template)


def _render_mustache_file(session: Session, template: str) -> None:
    try:
        text = session.read(template)
    except IsADirectoryError:
        session.failed(f"Could not read template file '{template}'")
        return
    except OSError:
        session.failed(f"Template file '{template}' could not be opened for reading")
        return
    _render_mustache(session, text, template, template)


def _render_mustache(session: Session, text: str, shown: str, blamed: str) -> None:
    from duckrow.cfengine.functions.helpers.mustache import TemplateError, render

    path = session.path
    try:
        content = render(text, _data(session)).encode("utf-8", "surrogateescape")
    except TemplateError as error:
        session.context.log.write(error.level, error.message)
        session.failed(f"Error rendering mustache template '{blamed}'")
        return
    exists = session.facts(path, follow=True) is not None
    if exists:
        try:
            if session.files.read(path) == content:
                return
        except OSError:
            pass
    if not session.may_change(f"update rendering of '{path}' from mustache template '{shown}'"):
        return
    if not exists and not create(session):
        session.failed(f"Failed to create file '{path}' for rendering mustache template '{shown}'")
    elif save(session, content):
        session.changed(f"Updated rendering of '{path}' from mustache template '{shown}'")
    else:
        session.failed(f"Failed to update rendering of '{path}' from mustache template '{shown}'")


def _data(session: Session) -> Any:
    """Return the data for the template: the promise's data, or all variables and classes."""
    if session.promise.has("template_data"):
        return session.promise.data("template_data")
    context = session.context
    assert context.find_function is not None
    return context.find_function("datastate")(context, []).value


# CFEngine's own templates


def _render_own(session: Session, template: str) -> None:
    from duckrow.cfengine.promises.files.edit.bundle import run_lines

    promise = session.promise
    bundle = _bundle_of(session, template)
    if bundle is None:
        session.count_outcome(INTERRUPTED)
        return
    if session.facts(session.path, follow=True) is None and not create(session):
        session.failed(
            f"Failed to create file '{session.path}' for rendering cfengine template '{template}'"
        )
        return
    # A promise runs one edit bundle on a file: the reference takes the same lock for each.
    if not (promise.has("edit_line") or promise.has("edit_xml")):
        run_lines(session, bundle, ())
    # A template without content makes an empty file.
    session.edits = max(session.edits, 1)


def _bundle_of(session: Session, template: str) -> Bundle | None:
    """Make a bundle that inserts the template's lines; None if the template is invalid."""
    context = session.context
    promise = session.promise
    try:
        text = session.read(template)
    except OSError:
        context.finish_promise(
            INTERRUPTED,
            promise,
            "error",
            f"Unable to open template file '{template}' to make '{promise.promiser}'",
        )
        return None
    try:
        insertions = _insertions(session, text)
    except _InvalidTemplate as error:
        message = f"Template file '{template}' {error}"
        context.finish_promise(INTERRUPTED, promise, "error", message)
        return None
    name = f"temp_cf_bundle_{canonify(template)}"
    sections = (nodes.PromiseSection("insert_lines", insertions, 0),)
    return Bundle(nodes.Bundle("edit_line", name, "default", (), sections, 0, 0), template)


class _InvalidTemplate(Exception):  # noqa: N818
    """A template that cannot be parsed."""


def _insertions(session: Session, text: str) -> list[nodes.Promise]:
    """Return the promises that a template means, as the parser would."""
    context = session.context
    found: list[nodes.Promise] = []
    block: list[str] = []
    outer: list[str] = []
    guard = ANY
    level = 0
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if number == len(lines) and not line:
            break
        if not line.startswith(_SIGN):
            if not context.is_defined(guard):
                continue
            if level != 0:
                block.append(line)
            else:
                found.append(_insertion(guard, line, number))
            continue
        match = _OPERATION.match(line, len(_SIGN))
        assert match is not None
        if match[2] != "%]":
            raise _InvalidTemplate(f'syntax error, missing close "%]" at line {number}')
        operation = match[1]
        if operation == "BEGIN":
            outer.insert(0, guard)
            level += 1
            if level > 1:
                raise _InvalidTemplate(
                    f"contains nested blocks which are not allowed, near line {number}"
                )
            continue
        if operation == "END":
            # A surplus END opens a block that nothing closes.
            level -= 1
            if outer:
                guard = outer.pop(0)
        if operation.endswith("::"):
            guard = operation[:-2]
            continue
        found.append(_insertion(guard, "\n".join(block).rstrip("\n"), number))
        block = []
    return found


def _insertion(guard: str, text: str, number: int) -> nodes.Promise:
    attribute = nodes.Attribute("insert_type", "preserve_all_lines", ANY, number, 0)
    return nodes.Promise(guard, None, text, None, (attribute,), number, 0)
