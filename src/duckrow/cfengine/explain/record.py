"""The record of a run as plain data: the outline of the policy, the steps, and the changes.

It is made from what the recorder saw, can be stored as JSON, and answers need nothing else.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.recorder import Start
from duckrow.cfengine.explain.outline import BundleOutline, PromiseOutline, outline_of, written
from duckrow.cfengine.explain.secrets import is_secret, is_secret_name, secrets_of
from duckrow.state.secrets import REDACTED, Secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.recorder import Change, Recorder, Step
    from duckrow.cfengine.evaluation.variables.table import Variable
    from duckrow.cfengine.policy.policy import Policy

# The longest value that is recorded.
_LONGEST = 200


class StepRecord:
    """A step of a run, as the recorder has it; `promise` is None where a bundle starts."""

    __slots__ = (
        "about", "arguments", "bundle", "call", "caller", "cause", "handle", "inherits", "number",
        "only_warns", "outcome", "pass_number", "promise", "promiser", "why",
    )  # fmt: skip

    def __init__(self, number: int, call: int, bundle: BundleOutline) -> None:
        self.number = number
        self.call = call
        self.bundle = bundle
        self.promise: PromiseOutline | None = None
        self.promiser = ""
        # The handle with the values of its variables, if it has any.
        self.handle = ""
        self.pass_number = 0
        self.only_warns = False
        self.outcome = ""
        self.why = ""
        self.cause = ""
        self.about = ""
        self.caller = 0
        self.inherits = False
        self.arguments: dict[str, str] = {}


class ChangeRecord:
    """A class that was defined or cancelled, or a variable that was set.

    `scope` is that of the class (namespace or bundle), or the bundle of the variable.
    """

    __slots__ = (
        "call", "kind", "name", "namespace", "number", "pass_number", "place", "promise", "scope",
        "step", "tags", "value",
    )  # fmt: skip

    def __init__(self, number: int, kind: str, namespace: str, scope: str, name: str) -> None:
        self.number = number
        self.kind = kind
        self.namespace = namespace
        self.scope = scope
        self.name = name
        self.call = 0
        self.step = 0
        self.pass_number = 0
        self.tags: list[str] = []
        self.value = ""
        self.promise: PromiseOutline | None = None
        # File and line of a control body that made the change.
        self.place: tuple[str, int] | None = None


class RunRecord:
    """Everything about a run that answers need."""

    __slots__ = (
        "abort_class", "bundles", "changes", "error", "hard", "is_dry", "messages", "promises",
        "secrets", "sequence", "steps",
    )  # fmt: skip

    def __init__(self) -> None:
        self.bundles: list[BundleOutline] = []
        self.promises: list[PromiseOutline] = []
        self.steps: list[StepRecord] = []
        self.changes: list[ChangeRecord] = []
        # The tags of hard classes.
        self.hard: dict[str, list[str]] = {}
        self.is_dry = False
        # The names of the bundlesequence; None if the run ended before it.
        self.sequence: list[str] | None = None
        # What ended the run early: a class of abortclasses, or a fatal error.
        self.abort_class = ""
        self.error = ""
        # Errors and warnings of the run.
        self.messages: list[str] = []
        # What else may show, such as the source; they are not stored.
        self.secrets = Secrets()


# ---- from a run


def make_record(recorder: Recorder) -> RunRecord:
    """Return the record of a run."""
    record = RunRecord()
    context = recorder.context
    assert context is not None
    record.is_dry = context.options.is_trial
    record.hard = {name: list(found.tags) for name, found in context.classes.hard.items()}
    record.secrets = secrets = secrets_of(recorder.changes)
    if recorder.sequence is not None:
        record.sequence = [each.qualified_name for each in recorder.sequence]
    record.abort_class = recorder.abort_class if context.is_aborted else ""
    record.error = secrets.hide(recorder.error)
    added = _added(context.policy)
    bundles: dict[int, BundleOutline] = {}
    promises: dict[int, PromiseOutline] = {}
    for bundle in context.policy.bundles:
        made = BundleOutline(
            bundle.kind,
            bundle.namespace,
            bundle.name,
            list(bundle.params),
            bundle.file,
            bundle.line,
        )
        bundles[id(bundle)] = made
        record.bundles.append(made)
        for promise, outline in outline_of(context.policy, bundle, made):
            promises[id(promise)] = outline
            record.promises.append(outline)
    for step in _all_steps(recorder):
        # A bundle that another component uses is no part of the policy of the agent.
        if id(step.bundle) in bundles:
            record.steps.append(_step(step, bundles[id(step.bundle)], promises, secrets))
    record.changes = [_change(each, promises, added, secrets) for each in recorder.changes]
    if secrets:
        for outline in record.promises:
            _redact(outline, secrets)
    for change in recorder.changes:
        if is_secret(change) and id(change.promise) in promises:
            _redact_literal(promises[id(change.promise)])
    return record


def _redact(outline: PromiseOutline, secrets: Secrets) -> None:
    """Redact what a promise says about secrets."""
    outline.promiser, outline.value = secrets.hide(outline.promiser), secrets.hide(outline.value)
    outline.conditions = {name: secrets.hide(text) for name, text in outline.conditions.items()}
    outline.functions = {
        name: [_hidden(each, secrets) for each in parts]
        for name, parts in outline.functions.items()
    }


def _hidden(part: object, secrets: Secrets) -> object:
    if isinstance(part, list):
        return [_hidden(each, secrets) for each in part]
    return secrets.hide(str(part))


def _redact_literal(outline: PromiseOutline) -> None:
    """Redact the value of a secret variable if the policy has it as a string, however short."""
    kind, arrow, value = outline.value.partition(" => ")
    if value.startswith('"'):
        outline.value = f"{kind}{arrow}{REDACTED}"


def _all_steps(recorder: Recorder) -> list[Step]:
    """Return the steps, also those of promises in common bundles that never defined anything."""
    steps = recorder.all_steps()
    evaluated = {id(each.origin) for each in steps}
    unmade = [
        step
        for promise, dropped in recorder.unmade.items()
        if promise not in evaluated
        for step in dropped
    ]
    if not unmade:
        return steps
    return sorted((*steps, *unmade), key=lambda each: each.number)


def _added(policy: Policy) -> dict[str, tuple[str, int]]:
    """Return the classes of addclasses in body agent control, each with file and line."""
    body = policy.control("agent")
    attribute = None if body is None else body.attribute("addclasses")
    if body is None or attribute is None:
        return {}
    values = attribute.value if isinstance(attribute.value, tuple) else (attribute.value,)
    return {each: (body.file, attribute.line) for each in values if isinstance(each, str)}


def _step(
    step: Step, bundle: BundleOutline, promises: dict[int, PromiseOutline], secrets: Secrets
) -> StepRecord:
    made = StepRecord(step.number, step.call, bundle)
    if step.origin is not None:
        made.promise = promises.get(id(step.origin))
    if made.promise is not None and "$" in made.promise.handle and type(step.handle) is str:
        made.handle = step.handle
    hide = secrets.hide
    made.promiser, made.pass_number = hide(step.promiser), step.pass_number
    made.outcome, made.cause, made.only_warns = step.outcome, step.cause, step.only_warns
    made.why, made.about = hide(step.why), hide(step.about)
    if isinstance(step, Start):
        made.caller, made.inherits = step.caller, step.inherits
        made.arguments = {
            name: REDACTED if is_secret_name(name) else _shown(variable, secrets)
            for name, variable in step.arguments.items()
        }
    return made


def _change(
    change: Change,
    promises: dict[int, PromiseOutline],
    added: dict[str, tuple[str, int]],
    secrets: Secrets,
) -> ChangeRecord:
    made = ChangeRecord(change.number, change.kind, change.namespace, change.scope, change.name)
    made.call, made.step, made.pass_number = change.call, change.step, change.pass_number
    made.tags = list(change.tags)
    if change.promise is not None:
        made.promise = promises.get(id(change.promise))
    if change.variable is not None:
        made.value = REDACTED if is_secret(change) else _shown(change.variable, secrets)
    if made.promise is None and "source=environment" in made.tags:
        made.place = added.get(change.name)
    return made


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


def replace_path(record: RunRecord, old: str, new: str) -> None:
    """Replace the path of a file or directory in everything that the run computed."""
    for bundle in record.bundles:
        bundle.file = bundle.file.replace(old, new)
    for step in record.steps:
        step.promiser, step.why = step.promiser.replace(old, new), step.why.replace(old, new)
        step.about = step.about.replace(old, new)
        step.arguments = {name: text.replace(old, new) for name, text in step.arguments.items()}
    for change in record.changes:
        change.value = change.value.replace(old, new)
    record.messages = [each.replace(old, new) for each in record.messages]
