"""A record as plain data, to store it and to read it again.

Promises, steps and changes are lists of fields; a promise refers to its bundle by number, a step to
its promise, and so on.
"""

from __future__ import annotations

from duckrow.cfengine.explain.outline import BundleOutline, PromiseOutline
from duckrow.cfengine.explain.record import ChangeRecord, RunRecord, StepRecord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Data = dict[str, object]

_BUNDLE = ("kind", "namespace", "name", "parameters", "file", "line")
_PROMISE = (
    "type", "promiser", "line", "column", "end", "guard", "handle", "conditions", "functions",
    "defines", "cancels", "sets", "value", "calls",
)  # fmt: skip
_STEP = (
    "number", "call", "promiser", "handle", "pass_number", "only_warns", "outcome", "why", "cause",
    "about", "caller", "inherits", "arguments",
)  # fmt: skip
_CHANGE = (
    "number", "kind", "namespace", "scope", "name", "call", "step", "pass_number", "tags", "value",
    "place",
)  # fmt: skip


class StoredRecordError(Exception):
    """A stored record that cannot be read."""


def record_data(record: RunRecord) -> Data:
    """Return a record as plain data."""
    bundles = {id(each): number for number, each in enumerate(record.bundles)}
    promises = {id(each): number for number, each in enumerate(record.promises)}
    return {
        "is_dry": record.is_dry,
        "messages": record.messages,
        "sequence": record.sequence,
        "abort_class": record.abort_class,
        "error": record.error,
        "hard": record.hard,
        "bundles": [_fields(each, _BUNDLE) for each in record.bundles],
        "promises": [
            [bundles[id(each.bundle)], *_fields(each, _PROMISE)] for each in record.promises
        ],
        "steps": [
            [bundles[id(each.bundle)], _number(promises, each.promise), *_fields(each, _STEP)]
            for each in record.steps
        ],
        "changes": [
            [_number(promises, each.promise), *_fields(each, _CHANGE)] for each in record.changes
        ],
    }


def _fields(item: object, names: tuple[str, ...]) -> list[object]:
    return [getattr(item, name) for name in names]


def _number(numbers: Mapping[int, int], promise: PromiseOutline | None) -> int:
    return -1 if promise is None else numbers[id(promise)]


def read_record(data: Mapping[str, object]) -> RunRecord:
    """Return the record of plain data; raise StoredRecordError if the data is not one."""
    try:
        return _read(data)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise StoredRecordError("the recording is damaged, or another version wrote it") from error


def _read(data: Mapping[str, object]) -> RunRecord:
    record = RunRecord()
    record.is_dry = bool(data["is_dry"])
    hard, messages, sequence = data["hard"], data["messages"], data["sequence"]
    if not isinstance(hard, dict) or not isinstance(messages, list):
        raise TypeError("these are no classes and messages")
    if sequence is not None and not isinstance(sequence, list):
        raise TypeError("this is no bundlesequence")
    record.hard, record.messages, record.sequence = hard, messages, sequence
    record.abort_class, record.error = str(data["abort_class"]), str(data["error"])
    for fields in _lists(data["bundles"]):
        bundle = BundleOutline("", "", "", [], "", 0)
        _fill(bundle, _BUNDLE, fields)
        record.bundles.append(bundle)
    for number, *fields in _lists(data["promises"]):
        outline = PromiseOutline(record.bundles[number], "", "")
        _fill(outline, _PROMISE, fields)
        record.promises.append(outline)
    for number, which, *fields in _lists(data["steps"]):
        step = StepRecord(0, 0, record.bundles[number])
        step.promise = record.promises[which] if which >= 0 else None
        _fill(step, _STEP, fields)
        record.steps.append(step)
    for which, *fields in _lists(data["changes"]):
        change = ChangeRecord(0, "", "", "", "")
        change.promise = record.promises[which] if which >= 0 else None
        _fill(change, _CHANGE, fields)
        record.changes.append(change)
    return record


def _lists(value: object) -> Iterable[list[int]]:
    """Return rows of fields; the fields that are used here are numbers."""
    if not isinstance(value, list):
        raise TypeError("these are no rows")
    return value


def _fill(item: object, names: tuple[str, ...], fields: list[int]) -> None:
    for name, value in zip(names, fields, strict=True):
        setattr(item, name, value)
