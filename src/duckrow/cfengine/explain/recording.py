"""What the recorder saw of a run as plain data, which can be stored as JSON.

Bundles, promises, steps and changes are rows of fields; a promise refers to its bundle by number, a
step to its promise, and so on. Empty fields at the end of a row are left out. Most promises do the
same in each pass: a repetition refers to the rows of the steps that it repeats. A real run waits
for all this, so the loops are plain.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.recorder import Start
from duckrow.cfengine.explain.outline import BundleOutline, outline_of, written
from duckrow.cfengine.explain.secrets import is_secret, is_secret_name, secrets_of
from duckrow.state.secrets import REDACTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cfengine.evaluation.messages.recorder import Change, Recorder, Step
    from duckrow.cfengine.evaluation.variables.table import Variable
    from duckrow.cfengine.explain.outline import PromiseOutline
    from duckrow.cfengine.policy.policy import Policy
    from duckrow.state.secrets import Secrets

    Data = dict[str, object]
    Row = list[object]

# The longest value that is recorded.
_LONGEST = 200


def record_data(recorder: Recorder, secrets: Secrets | None = None) -> Data:
    """Return the recording of a run as plain data, without the secrets of the run."""
    context = recorder.context
    assert context is not None
    secrets = secrets_of(recorder.changes) if secrets is None else secrets
    bundles: dict[int, int] = {}
    promises: dict[int, int] = {}
    bundle_rows: list[Row] = []
    outlines: list[PromiseOutline] = []
    promise_rows: list[Row] = []
    for bundle in context.policy.bundles:
        number = bundles[id(bundle)] = len(bundle_rows)
        made = BundleOutline(
            bundle.kind, bundle.namespace, bundle.name, bundle.params, bundle.file, bundle.line
        )
        bundle_rows.append(
            [made.kind, made.namespace, made.name, made.parameters, made.file, made.line]
        )
        for promise, outline in outline_of(context.policy, bundle, made):
            promises[id(promise)] = len(outlines)
            outlines.append(outline)
            promise_rows.append([number])
    _redact(outlines, recorder.changes, promises, secrets)
    for row, outline in zip(promise_rows, outlines, strict=True):
        row += _promise(outline)
    step_rows, repetitions = _steps(recorder, promises, outlines, secrets)
    sequence = recorder.sequence
    return {
        "is_dry": context.options.is_trial,
        "messages": [],
        "sequence": None if sequence is None else [each.qualified_name for each in sequence],
        "abort_class": recorder.abort_class if context.is_aborted else "",
        "error": secrets.hide(recorder.error),
        "hard": {name: found.tags for name, found in context.classes.hard.items()},
        "bundles": bundle_rows,
        "promises": promise_rows,
        "starts": _starts(recorder, bundles, secrets),
        "steps": step_rows,
        "repetitions": repetitions,
        "changes": _changes(recorder.changes, promises, _added(context.policy), secrets),
    }


def _promise(outline: PromiseOutline) -> Row:
    row: Row = [
        outline.type, outline.promiser, outline.line, outline.column, outline.end, outline.guard,
        outline.sets, outline.value, outline.handle, outline.conditions, outline.defines,
        outline.calls, outline.functions, outline.cancels,
    ]  # fmt: skip
    while not row[-1]:
        row.pop()
    return row


def _starts(recorder: Recorder, bundles: dict[int, int], secrets: Secrets) -> list[Row]:
    rows: list[Row] = []
    for step in recorder.steps:
        # A bundle that another component uses is no part of the policy of the agent.
        if isinstance(step, Start) and id(step.bundle) in bundles:
            arguments = {
                name: REDACTED if is_secret_name(name) else _shown(variable, secrets)
                for name, variable in step.arguments.items()
            }
            rows.append([
                bundles[id(step.bundle)], step.number, step.call, step.outcome, step.why,
                step.about, step.caller, step.inherits, arguments,
            ])  # fmt: skip
    return rows


def _steps(
    recorder: Recorder, promises: dict[int, int], outlines: list[PromiseOutline], secrets: Secrets
) -> tuple[list[Row], list[Row]]:
    """Return the rows of all steps and of their repetitions.

    A step that is only repeated has the number 0: it was dropped, since variables and classes are
    resolved before the passes without a word about what has no effect.
    """
    rows: list[Row] = []
    places: dict[int, int] = {}

    def add(steps: Iterable[Step], *, is_dropped: bool = False) -> None:
        for step in steps:
            origin = step.origin
            which = promises.get(id(origin))
            if which is None or origin is None:
                continue
            places[id(step)] = len(rows)
            row: Row = [
                0 if is_dropped else step.number, step.call, step.pass_number, which,
                None if step.promiser == origin.promiser else step.promiser, step.outcome,
            ]  # fmt: skip
            handle = step.handle if "$" in outlines[which].handle else None
            if step.why or step.only_warns or handle:
                row += step.why, step.cause, step.about, handle or "", step.only_warns
            rows.append(row)

    add(recorder.steps)
    evaluated = {id(step.origin) for step in recorder.steps}
    repetitions: list[Row] = []
    # Promises that follow one another share a row: its first number, and the rows of their steps.
    expected = before = None
    which: list[int] = []
    for first, call, _, pass_number, promise, steps in recorder.repetitions:
        if id(promise) not in promises:
            continue
        evaluated.add(id(promise))
        if first != expected or before != (call, pass_number):
            which, before = [], (call, pass_number)
            repetitions.append([first, call, pass_number, which])
        for step in steps:
            if id(step) not in places:
                add((step,), is_dropped=True)
            which.append(places[id(step)])
        expected = first + len(steps)
    for key, steps in recorder.unmade.items():
        if key in promises and key not in evaluated:
            add(steps)
    if secrets:
        for row in rows:
            for column in (4, 6, 8):
                if column < len(row):
                    row[column] = _hidden(row[column], secrets)
    return rows, repetitions


def _changes(
    changes: Iterable[Change],
    promises: dict[int, int],
    added: dict[str, tuple[str, int]],
    secrets: Secrets,
) -> list[Row]:
    rows: list[Row] = []
    for change in changes:
        value, place = "", None
        if change.variable is not None:
            value = REDACTED if is_secret(change) else _shown(change.variable, secrets)
        promise = promises.get(id(change.promise), -1)
        if promise < 0 and "source=environment" in change.tags:
            place = added.get(change.name)
        row: Row = [
            promise, change.number, change.kind, change.namespace, change.scope, change.name,
            change.call, change.step, change.pass_number, change.tags, value,
        ]  # fmt: skip
        if place is not None:
            row.append(place)
        rows.append(row)
    return rows


def _added(policy: Policy) -> dict[str, tuple[str, int]]:
    """Return the classes of addclasses in body agent control, each with file and line."""
    body = policy.control("agent")
    attribute = None if body is None else body.attribute("addclasses")
    if body is None or attribute is None:
        return {}
    values = attribute.value if isinstance(attribute.value, tuple) else (attribute.value,)
    return {each: (body.file, attribute.line) for each in values if isinstance(each, str)}


def _shown(variable: Variable, secrets: Secrets) -> str:
    """Return the value of a variable as text without secrets, and only the start of a long one."""
    value = variable.value
    is_plain = isinstance(value, list) and all(isinstance(each, str) for each in value)
    if isinstance(value, dict | list) and not is_plain:
        from duckrow.cfengine.values.json_text import compact

        text = compact(value)
    else:
        text = written(value)
    text = secrets.hide(text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


# ---- secrets in the policy


def _redact(
    outlines: list[PromiseOutline],
    changes: Iterable[Change],
    promises: dict[int, int],
    secrets: Secrets,
) -> None:
    """Redact what promises say about secrets."""
    if secrets:
        hide = secrets.hide
        for outline in outlines:
            outline.promiser, outline.value = hide(outline.promiser), hide(outline.value)
            outline.conditions = {name: hide(text) for name, text in outline.conditions.items()}
            outline.functions = {
                name: [_hidden(each, secrets) for each in parts]
                for name, parts in outline.functions.items()
            }
    for change in changes:
        if change.variable is not None and is_secret(change) and id(change.promise) in promises:
            _redact_literal(outlines[promises[id(change.promise)]])


def _hidden(part: object, secrets: Secrets) -> object:
    if isinstance(part, list):
        return [_hidden(each, secrets) for each in part]
    return secrets.hide(part) if isinstance(part, str) else part


def _redact_literal(outline: PromiseOutline) -> None:
    """Redact the value of a secret variable if the policy has it as a string, however short."""
    kind, arrow, value = outline.value.partition(" => ")
    if value.startswith('"'):
        outline.value = f"{kind}{arrow}{REDACTED}"
