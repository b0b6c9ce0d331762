"""What the recorder saw of a run as plain data, which can be stored as JSON.

The policy is stored as the cache of parsed policies has it, so nothing is computed: `stored` finds
out what each promise may do. Steps and changes are columns; a step refers to its promise by number,
a change to its step, and so on. Most promises do the same in each pass: a repetition refers to the
steps that it repeats. A real run waits for all this, so the loops are plain.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.recorder import Start
from duckrow.cfengine.explain.outline import BODIES, written
from duckrow.cfengine.explain.secrets import is_secret_name, secret_changes, secrets_of
from duckrow.state.secrets import REDACTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.recorder import Change, Recorder, Step
    from duckrow.cfengine.evaluation.variables.table import Variable
    from duckrow.cfengine.policy.model import Body, Bundle
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
    policy = context.policy
    bundles = {id(bundle): number for number, bundle in enumerate(policy.bundles)}
    promises = _numbers(policy)
    secret = secret_changes(recorder.changes)
    sequence = recorder.sequence
    steps = _Steps(recorder, promises)
    return {
        "is_dry": context.options.is_trial,
        "messages": [],
        "sequence": None if sequence is None else [each.qualified_name for each in sequence],
        "abort_class": recorder.abort_class if context.is_aborted else "",
        "error": secrets.hide(recorder.error),
        "hard": {name: found.tags for name, found in context.classes.hard.items()},
        "agent": {
            name: None if variable is None else shown_variable(variable, secrets)
            for name, variable in context.agent_variables.used()
        },
        "policy": _policy(policy, {id(each.promise) for each in secret}, secrets),
        "starts": _starts(recorder, bundles, secrets),
        "steps": steps.columns(),
        "details": steps.details(secrets),
        "repetitions": steps.repetitions,
        "changes": _changes(recorder.changes, promises, secret, secrets),
        "places": _places(recorder.changes, policy),
    }


def _numbers(policy: Policy) -> dict[int, int]:
    """Return the number of each promise in the policy, by its id.

    Promises of bundles that nobody used do not exist yet, but they count.
    """
    found: dict[int, int] = {}
    number = 0
    for bundle in policy.bundles:
        if bundle.is_used:
            for section in bundle.sections:
                for promise in section.promises:
                    found[id(promise)] = number
                    number += 1
        else:
            number += sum(len(section[1]) for section in bundle.node.packed()[5])
    return found


def _policy(policy: Policy, secret: set[int], secrets: Secrets) -> Row:
    """Return the bundles, and the bodies that define classes or call bundles.

    `secret` are the ids of promises whose values are secret.
    """
    blocks: list[Bundle | Body] = [*policy.bundles]
    blocks += [each for each in policy.bodies if each.kind in BODIES]
    if not secret and not secrets:
        return [(each.file, each.name, each.node.packed()) for each in blocks]
    from duckrow.cfengine.explain.redact import redacted_block

    return [(each.file, each.name, redacted_block(each, secret, secrets)) for each in blocks]


def _starts(recorder: Recorder, bundles: dict[int, int], secrets: Secrets) -> list[Row]:
    rows: list[Row] = []
    for step in recorder.steps:
        # A bundle that another component uses is no part of the policy of the agent.
        if isinstance(step, Start) and id(step.bundle) in bundles:
            arguments = {
                name: REDACTED if is_secret_name(name) else shown_variable(variable, secrets)
                for name, variable in step.arguments.items()
            }
            rows.append([
                bundles[id(step.bundle)], step.number, step.call, step.outcome, step.why,
                step.about, step.caller, step.inherits, arguments,
            ])  # fmt: skip
    return rows


class _Steps:
    """The rows of all steps, and their repetitions.

    A step that is only repeated has the number 0: it was dropped, since variables and classes are
    resolved before the passes without a word about what has no effect.
    """

    def __init__(self, recorder: Recorder, promises: dict[int, int]) -> None:
        self._promises = promises
        # A bundle that another component uses is no part of the policy of the agent.
        self._rows = [each for each in recorder.steps if id(each.origin) in promises]
        self._numbers = [each.number for each in self._rows]
        places = dict(zip(map(id, self._rows), range(len(self._rows)), strict=True))
        self.repetitions: list[Row] = []
        for run in recorder.repetitions:
            steps = run.steps
            for step in steps:
                if id(step) not in places and id(step.origin) in promises:
                    places[id(step)] = len(self._rows)
                    self._rows.append(step)
                    self._numbers.append(0)
            if id(steps[0].origin) in promises:
                which = [places[id(step)] for step in steps]
                self.repetitions.append([run.first, run.call, run.pass_number, which])
        if recorder.unmade:
            evaluated = {id(step.origin) for step in self._rows}
            for key, steps in recorder.unmade.items():
                if key in promises and key not in evaluated:
                    self._rows += steps
                    self._numbers += [step.number for step in steps]

    def columns(self) -> list[Row]:
        """Return the fields that every step has, each as a column."""
        rows, promises = self._rows, self._promises
        return [
            [*self._numbers],
            [step.call for step in rows],
            [step.pass_number for step in rows],
            [promises[id(step.origin)] for step in rows],
            [step.outcome for step in rows],
        ]

    def details(self, secrets: Secrets) -> list[Row]:
        """Return the other fields of steps, each row with the place of the step."""
        found: list[Row] = []
        for place, step in enumerate(self._rows):
            origin = step.origin
            assert origin is not None
            promiser = None if step.promiser == origin.promiser else step.promiser
            if step.why or promiser is not None or step.handle is not None or step.only_warns:
                found.append(
                    [
                        place,
                        promiser,
                        step.why,
                        step.cause,
                        step.about,
                        _handle(step),
                        step.only_warns,
                    ]
                )
        if secrets:
            for row in found:
                for column in (1, 2, 4):
                    part = row[column]
                    row[column] = secrets.hide(part) if isinstance(part, str) else part
        return found


def _handle(step: Step) -> object:
    """Return the handle with the values of its variables; nothing for one without variables."""
    assert step.origin is not None
    attribute = step.origin.attribute("handle")
    has_variables = attribute is not None and "$" in str(attribute.value)
    return step.handle or "" if has_variables else ""


def _changes(
    changes: list[Change], promises: dict[int, int], secret: list[Change], secrets: Secrets
) -> list[Row]:
    """Return the fields of changes, each as a column."""
    hidden = set(map(id, secret))
    tags: dict[tuple[str, ...], int] = {}
    return [
        [promises.get(id(each.promise), -1) for each in changes],
        [each.number for each in changes],
        [each.kind for each in changes],
        [each.namespace for each in changes],
        [each.scope for each in changes],
        [each.name for each in changes],
        [each.call for each in changes],
        [each.step for each in changes],
        [each.pass_number for each in changes],
        [tags.setdefault(each.tags, len(tags)) for each in changes],
        [
            ""
            if each.variable is None
            else REDACTED
            if id(each) in hidden
            else shown_variable(each.variable, secrets)
            for each in changes
        ],
        list(tags),
    ]


def _places(changes: list[Change], policy: Policy) -> list[Row]:
    """Return the file and line of addclasses for each change that it made."""
    added = _added(policy)
    return [
        [number, *added[each.name]]
        for number, each in enumerate(changes if added else ())
        if each.promise is None and "source=environment" in each.tags and each.name in added
    ]


def _added(policy: Policy) -> dict[str, tuple[str, int]]:
    """Return the classes of addclasses in body agent control, each with file and line."""
    body = policy.control("agent")
    attribute = None if body is None else body.attribute("addclasses")
    if body is None or attribute is None:
        return {}
    values = attribute.value if isinstance(attribute.value, tuple) else (attribute.value,)
    return {each: (body.file, attribute.line) for each in values if isinstance(each, str)}


def shown_variable(variable: Variable, secrets: Secrets) -> str:
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
