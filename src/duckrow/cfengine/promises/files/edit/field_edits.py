"""field_edits: sets a field of matching lines, or a value within it."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.match import find_match
from duckrow.cfengine.promises.files.edit.region import Region
from duckrow.cfengine.promises.files.edit.step import Step
from duckrow.cfengine.values.outcomes import FAILED, INTERRUPTED, SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.edit.session import Session
    from duckrow.regexp.pcre.pattern import Pattern

_LONGEST_SEPARATOR = 512


def keep(session: Session, promise: ExpandedPromise) -> str:
    """Edit a field of every line that matches."""
    step = Step(session, promise)
    promiser = promise.promiser
    separator = promise.text("field_separator")
    field_number = promise.integer("select_field", -1)
    if field_number >= 0 and promise.flag("start_fields_from_zero"):
        field_number += 1
    error = None
    if separator is None:
        error = f"No field_separator in promise to edit by column for '{promiser}'"
    elif field_number <= 0:
        error = f"No select_field in promise to edit '{promiser}'"
    elif promise.text("field_value") is None:
        error = f"No field_value is promised to column_edit '{promiser}'"
    if error is not None or separator is None:
        step.reject(FAILED, error or "")
        step.log_location("error")
        return FAILED
    region = Region(session.context, promise)
    if region.is_given and not region.find(step):
        return step.reject(
            INTERRUPTED,
            f"The promised column edit '{promiser}' could not select an edit region in "
            f"'{step.path}'",
        )
    if not step.is_first(f"column-{promiser}-{step.path}"):
        return SKIPPED
    begin, end = 0, len(session.lines)
    if region.is_given:
        begin = end if region.begin is None else region.begin
        end = end if region.end is None else region.end
    if session.context.patterns.compile(promiser) is not None:
        _edit(step, separator, field_number, begin, end)
    return step.finish("fields_edit")


def _edit(step: Step, separator: str, field_number: int, begin: int, end: int) -> None:
    promise = step.promise
    context = step.context
    lines = step.session.lines
    blanks = promise.flag("allow_blank_fields")
    is_found = False
    for number in range(begin, end):
        line = lines[number]
        if not context.patterns.matches(promise.promiser, line):
            continue
        is_found = True
        context.log.verbose(f"Matched line '{line}'")
        between = find_match(context, separator, line)
        if between is None:
            step.interrupted(
                f"Field edit, no fields found by promised pattern '{separator}' in '{step.path}'"
            )
            return
        if between.end() - between.start() > _LONGEST_SEPARATOR:
            context.log.error(
                "Line split criterion matches a huge part of the line, seems to be in error"
            )
            return
        fields = split_fields(line, context.patterns.read(separator), blanks=blanks)
        if _edit_field(step, fields, field_number):
            joined = _joined(fields, line[between.start() : between.end()])
            step.session.put(number, joined)
    if not is_found:
        step.failed(
            f"No matched line to edit fields of for pattern '{promise.promiser}' in '{step.path}'"
        )


def split_fields(line: str, separator: Pattern, *, blanks: bool) -> list[str]:
    """Split a line where a pattern matches; empty fields count only with `blanks`."""
    fields: list[str] = []
    rest = line
    while True:
        found = separator.search(rest)
        if found is None or found.end() == 0:
            break
        if blanks or found.start() > 0:
            fields.append(rest[: found.start()])
        rest = rest[found.end() :]
    if rest or (blanks and rest != line):
        fields.append(rest)
    return fields


def _edit_field(step: Step, fields: list[str], field_number: int) -> bool:
    """Edit a field in place; return False if nothing changed."""
    promise = step.promise
    if field_number > len(fields):
        if not promise.flag("extend_fields"):
            step.interrupted(
                f"The file {step.path} has only {len(fields)} fields, but there is a promise for "
                f"field {field_number}"
            )
            return False
        fields += [""] * (field_number - len(fields))
    at = field_number - 1
    value = promise.text("field_value") or ""
    inner = promise.text("value_separator")
    if inner:
        if not step.may_change(f"edit field '{value}' in '{step.path}'"):
            return False
        values = _split_values(fields[at], inner[0])
        if not _edit_values(step, values, value):
            return False
        fields[at] = _joined(values, inner[0])
        return True
    if promise.text("field_operation") == "delete":
        if not step.may_change(f"delete field value '{fields[at]}' in '{step.path}'"):
            return False
        fields[at] = ""
        step.changed(f"Deleted column field value '' in '{step.path}'")
        return True
    if not step.may_change(f"set column field value '{fields[at]}' to '{value}' in '{step.path}'"):
        return False
    step.changed(f"Set whole column field value '{fields[at]}' to '{value}' in '{step.path}'")
    fields[at] = value
    return True


def _edit_values(step: Step, values: list[str], value: str) -> bool:
    """Edit the values within a field in place; return False if they are as promised."""
    operation = step.promise.text("field_operation")
    path = step.path
    if operation == "delete":
        is_changed = False
        while value in values:
            values.remove(value)
            step.changed(f"Deleted column field sub-value '{value}' in '{path}'")
            is_changed = True
        return is_changed
    if operation == "set":
        if values == [value]:
            step.kept("Field sub-value set as promised")
            return False
        if not values and not value:
            step.kept("Empty field sub-value set as promised")
            return False
        step.changed(f"Set field sub-value '{value}' in '{path}'")
        values[:] = [value]
        return True
    is_new = value not in values
    if not is_new:
        step.kept(f"Field sub-value '{value}' already present in '{path}'")
    elif operation == "prepend":
        values.insert(0, value)
        step.changed(f"Prepended field sub-value '{value}' in '{path}'")
    elif operation == "alphanum":
        values.insert(0, value)
        step.changed(f"Inserted field sub-value '{value}' in '{path}'")
        values.sort(key=lambda each: each.encode("utf-8", "surrogateescape"))
    else:
        values.append(value)
        step.changed(f"Appended field sub-value '{value}' in '{path}'")
    return is_new


def _split_values(text: str, separator: str) -> list[str]:
    """Split at a character that a backslash escapes."""
    values: list[str] = []
    value = ""
    position = 0
    while position < len(text):
        letter = text[position]
        if letter == "\\" and text[position + 1 : position + 2] == separator:
            value += separator
            position += 2
        elif letter == separator:
            values.append(value)
            value = ""
            position += 1
            if position == len(text):
                return values
        else:
            value += letter
            position += 1
    if text:
        values.append(value)
    return values


def _joined(fields: list[str], separator: str) -> str:
    # As in the reference, a double quote gets a backslash.
    return separator.join([each.replace('"', '\\"') for each in fields])
