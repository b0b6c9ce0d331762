"""The record of a run from plain data: from a recording, or from a run of this process."""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.recorder import is_repeated
from duckrow.cfengine.evaluation.promises.locks import DONE
from duckrow.cfengine.evaluation.variables.names import read_name
from duckrow.cfengine.explain.outline import BundleOutline, outline_of
from duckrow.cfengine.explain.record import ChangeRecord, RunRecord, StepRecord
from duckrow.cfengine.explain.recording import record_data, shown_variable
from duckrow.cfengine.explain.secrets import secrets_of
from duckrow.cfengine.policy.model import Body, Bundle
from duckrow.cfengine.policy.policy import Policy
from duckrow.cfengine.syntax import nodes
from duckrow.cfengine.syntax.nodes import as_packed, unpack
from duckrow.cfengine.values.outcomes import SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from duckrow.cfengine.evaluation.messages.recorder import Recorder
    from duckrow.cfengine.explain.outline import PromiseOutline

_START = ("number", "call", "outcome", "why", "about", "caller", "inherits", "arguments")
_CHANGE = (
    "number", "kind", "namespace", "scope", "name", "call", "step", "pass_number", "tags", "value",
)  # fmt: skip


class StoredRecordError(Exception):
    """A stored record that cannot be read."""


def make_record(recorder: Recorder) -> RunRecord:
    """Return the record of a run of this process."""
    secrets = secrets_of(recorder.changes)
    record = _read(record_data(recorder, secrets))
    record.secrets = secrets

    def find_agent(name: str) -> str | None:
        reference = read_name(name)
        assert recorder.context is not None
        found = recorder.context.agent_variables.get(reference.scope, reference)
        return None if found is None else shown_variable(found, secrets)

    record.find_agent = find_agent
    return record


def read_record(data: Mapping[str, object]) -> RunRecord:
    """Return the record of plain data; raise StoredRecordError if the data is not one."""
    try:
        return _read(data)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise StoredRecordError("the recording is damaged, or another version wrote it") from error


def _read(data: Mapping[str, object]) -> RunRecord:
    record = RunRecord()
    record.is_dry = bool(data["is_dry"])
    hard, messages, sequence = data["hard"], data["messages"], data["sequence"]
    agent = data["agent"]
    if not isinstance(agent, dict):
        raise TypeError("these are no variables")
    record.agent = agent
    if not isinstance(hard, dict) or not isinstance(messages, list):
        raise TypeError("these are no classes and messages")
    if sequence is not None and not isinstance(sequence, list):
        raise TypeError("this is no bundlesequence")
    record.hard, record.messages, record.sequence = hard, messages, sequence
    record.abort_class, record.error = str(data["abort_class"]), str(data["error"])
    _read_policy(record, data)
    _read_steps(record, data)
    *columns, tags = _lists(data["changes"])
    columns[9] = [tags[each] for each in columns[9]]
    for which, *fields in zip(*columns, strict=True):
        change = ChangeRecord(0, "", "", "", "")
        change.promise = record.promises[which] if which >= 0 else None
        _fill(change, _CHANGE, fields)
        record.changes.append(change)
    for which, *place in _lists(data["places"]):
        file, line = place
        record.changes[which].place = str(file), line
    return record


def _read_policy(record: RunRecord, data: Mapping[str, object]) -> None:
    """Find out from the bundles and bodies of the policy what each promise may do."""
    policy = Policy()
    for file, name, packed in _lists(data["policy"]):
        node = unpack(as_packed(packed))
        if isinstance(node, nodes.Bundle):
            bundle = Bundle(node, str(file))
            bundle.name = str(name)
            policy.add_bundle(bundle)
        else:
            policy.add_body(Body(node, str(file)))
    for bundle in policy.bundles:
        made = BundleOutline(
            bundle.kind, bundle.namespace, bundle.name, bundle.params, bundle.file, bundle.line
        )
        record.bundles.append(made)
        record.promises += [outline for _, outline in outline_of(policy, bundle, made)]


def _read_steps(record: RunRecord, data: Mapping[str, object]) -> None:
    for which, *fields in _lists(data["starts"]):
        start = StepRecord(0, 0, record.bundles[which])
        _fill(start, _START, fields)
        record.steps.append(start)
    rows: list[StepRecord] = []
    for number, call, pass_number, which, outcome in zip(*_lists(data["steps"]), strict=True):
        step = _step(record.promises[which], number, call, pass_number)
        step.outcome = str(outcome)
        rows.append(step)
    for place, promiser, why, cause, about, handle, only_warns in _lists(data["details"]):
        step = rows[place]
        step.promiser = step.promiser if promiser is None else str(promiser)
        step.why, step.cause, step.about = str(why), str(cause), str(about)
        step.handle, step.only_warns = str(handle), bool(only_warns)
    record.steps += [each for each in rows if each.number]
    for first, call, pass_number, places in _lists(data["repetitions"]):
        for number, place in enumerate(_numbers(places), first):
            last = rows[place]
            assert last.promise is not None
            step = _step(last.promise, number, call, pass_number)
            step.promiser = last.promiser
            if is_repeated(last.promise.type, last.outcome):
                step.outcome, step.why = last.outcome, last.why
                step.cause, step.about = last.cause, last.about
            else:
                step.outcome, step.why, step.cause = SKIPPED, DONE, "done"
            record.steps.append(step)
    record.steps.sort(key=lambda each: each.number)


def _step(promise: PromiseOutline, number: int, call: int, pass_number: int) -> StepRecord:
    step = StepRecord(number, call, promise.bundle)
    step.promise, step.pass_number, step.promiser = promise, pass_number, promise.promiser
    return step


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list):
        raise TypeError("these are no numbers")
    return value


def _lists(value: object) -> Iterable[list[int]]:
    """Return rows of fields; the fields that are used here are numbers."""
    if not isinstance(value, list):
        raise TypeError("these are no rows")
    return value


def _fill(item: object, names: tuple[str, ...], fields: list[int]) -> None:
    """Set attributes; those without a field at the end of a row stay empty."""
    if len(fields) > len(names):
        raise ValueError("a row has too many fields")
    for name, value in zip(names, fields, strict=False):
        setattr(item, name, value)
