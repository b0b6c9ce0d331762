"""duckrow explain class: who defined a class, and cancelled it, and when; or why nobody did."""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.recorder import CANCELLED, DEFINED
from duckrow.cfengine.explain.causes import (
    missing_class,
)
from duckrow.cfengine.explain.changes import change_place, hard_class, maker
from duckrow.cfengine.explain.history import class_names, place, split_class, title
from duckrow.cfengine.explain.words import sentence
from duckrow.explain.answer import Answer, Reason, Table, UnknownThingError
from duckrow.source.did_you_mean import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.explain.history import History
    from duckrow.cfengine.explain.outline import PromiseOutline
    from duckrow.cfengine.explain.record import ChangeRecord


def answer_class(history: History, name: str) -> Answer:
    """Answer who defined a class and when, or why it is not defined."""
    question = ["class", name]
    namespace, bare = _find(history, name)
    changes = history.class_changes(namespace, bare)
    if not changes and bare in history.record.hard and namespace == "default":
        reason = hard_class(history, bare)
        return Answer(question, f"{reason.text}.", is_yes=True)
    shown = bare if namespace == "default" else f"{namespace}:{bare}"
    if not any(each.kind == DEFINED for each in changes):
        reason = missing_class(history, shown, None)
        if not reason.because and not _users(history, shown):
            raise UnknownThingError(
                f"no promise defines the class {name}, or asks for it",
                did_you_mean(name, _names(history)),
            )
        hint = f"--define {shown} defines it for a run"
        return Answer(question, sentence(reason.text), reason.because, hint=hint, is_yes=False)
    reasons = [_change_reason(history, each) for each in changes]
    reasons += [
        Reason("use", f"{title(each)} asks for it", place(each)) for each in _users(history, shown)
    ]
    is_defined, text = _summary(history, shown, changes)
    return Answer(question, text, reasons, is_yes=is_defined, tables=[_table(history, changes)])


def _find(history: History, name: str) -> tuple[str, str]:
    """Return the namespace and the bare name; a class without a namespace may be in any."""
    namespace, bare = split_class("default", name)
    if ":" not in name and not history.class_changes(namespace, bare):
        for change in history.record.changes:
            if change.kind == DEFINED and change.name == bare:
                return change.namespace, bare
    return namespace, bare


def _summary(history: History, name: str, changes: list[ChangeRecord]) -> tuple[bool, str]:
    """Return whether a class is defined at the end, and its whole story as a sentence."""
    parts = []
    for change in changes:
        verb = "defined" if change.kind == DEFINED else "cancelled"
        words = f"{verb} {history.when(change)} by {maker(change)}"
        where = change_place(change)
        part = words if where is None else f"{words} ({where})"
        if part not in parts:
            parts.append(part)
    last = changes[-1]
    is_defined = last.kind == DEFINED
    text = f"class {name} is {', then '.join(parts)}"
    if is_defined and last.scope == "bundle":
        start = history.step(last.call)
        if start is not None:
            text += f"; it ends with that call of bundle {start.bundle.qualified_name}"
    return is_defined, f"{text}."


def _change_reason(history: History, change: ChangeRecord) -> Reason:
    promise = change.promise
    because: list[Reason] = []
    if change.kind == CANCELLED:
        kind, text = "cancellation", f"cancelled {history.when(change)} by {maker(change)}"
    else:
        kind = "definition"
        text = f"defined {history.when(change)} by {maker(change)}, scope {change.scope}"
        if promise is not None and promise.type == "classes":
            because = [
                Reason("expression", f"{word} => {value} is true", place(promise))
                for word, value in promise.conditions.items()
            ]
        elif promise is not None:
            step = history.step(change.step)
            if step is not None and step.outcome:
                because = [Reason("outcome", f"its outcome is {step.outcome}", place(promise))]
    return Reason(kind, text, change_place(change), because)


def _users(history: History, name: str) -> list[PromiseOutline]:
    """Return the promises whose guard or condition mentions a class."""
    key = split_class("default", name)
    return [
        promise
        for promise in history.record.promises
        if key in (split_class(promise.bundle.namespace, each) for each in _asked(promise))
    ]


def _asked(promise: PromiseOutline) -> Iterator[str]:
    """Return the names of the classes that a promise asks for."""
    yield from class_names(promise.guard)
    for word, text in promise.conditions.items():
        if word not in ("dist", "select_class"):
            yield from class_names(text)


def _names(history: History) -> list[str]:
    """Return the names of all classes that the policy defines or may define."""
    names = dict.fromkeys(each.name for each in history.record.changes if each.kind == DEFINED)
    for promise in history.record.promises:
        for name, _ in promise.defines:
            names.setdefault(name)
    return [*names, *history.record.hard]


def _table(history: History, changes: list[ChangeRecord]) -> Table:
    rows = [
        [
            each.kind,
            history.when(each),
            maker(each),
            str(change_place(each) or ""),
            each.scope,
        ]
        for each in changes
    ]
    return Table("changes", ["what", "when", "by", "place", "scope"], rows)
