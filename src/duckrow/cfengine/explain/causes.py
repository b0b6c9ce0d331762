"""Why a promise was skipped, a class undefined, a variable unknown, a bundle never called.

Each cause leads to others: a guard to a class, a class to the promises that could define it, those
to their own conditions. A chain ends where it would repeat itself.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.messages.recorder import ABORTED, CANCELLED, DEFINED, EDITS
from duckrow.cfengine.evaluation.variables.names import SPECIAL_SCOPES, read_name
from duckrow.cfengine.explain.changes import (
    callers,
    change_place,
    definition,
    is_other_element,
    maker,
    mentioned,
    present_class,
    setters,
    steps_of_handle,
    value_at,
    variable_changes,
    with_handle,
)
from duckrow.cfengine.explain.conditions import blamed
from duckrow.cfengine.explain.history import matches, place, split_class, title
from duckrow.cfengine.explain.words import listed
from duckrow.cfengine.values.outcomes import KEPT, NOOP, REPAIRED, SKIPPED, WARNED
from duckrow.explain.answer import Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.explain.history import History
    from duckrow.cfengine.explain.outline import BundleOutline, PromiseOutline
    from duckrow.cfengine.explain.record import ChangeRecord, StepRecord

    Seen = frozenset[tuple[str, ...]]

_CONDITIONS = ("guard", "if", "ifvarclass", "unless", "expression")
# The outcomes for which each attribute of a classes body defines its classes.
_OUTCOMES = {
    "promise_kept": (KEPT, NOOP),
    "promise_repaired": (REPAIRED,),
    "repair_failed": ("failed", WARNED, "interrupted"),
    "repair_denied": ("denied",),
    "repair_timeout": ("timeout",),
}
# Attributes of which one class is chosen.
_CHOICES = ("select_class", "dist")
# When other attributes define their classes.
_OTHERWISE = {
    "restart_class": "if no process matched",
    "in_range_define": "if the number of processes was in the range",
    "out_of_range_define": "if the number of processes was outside of the range",
}
_NOTHING: Seen = frozenset()


def skip_reason(history: History, step: StepRecord, seen: Seen = _NOTHING) -> Reason:
    """Return why a step was skipped, with the causes of that."""
    promise = step.promise
    where = None if promise is None else place(promise)
    because: list[Reason] = []
    if step.cause in _CONDITIONS:
        because = _condition(history, step, seen)
    elif step.cause == "depends_on":
        because = [_dependency(history, step, seen)]
    elif step.cause in ("unknown", "empty", "waits"):
        names = [step.about] if step.cause != "waits" and step.about else _unknown(history, step)
        because = [variable_reason(history, each, step, seen) for each in names]
    return Reason(step.cause or "skipped", _text(step), where, because)


def _text(step: StepRecord) -> str:
    """Return the reason of a step as a clause that follows `since`."""
    promise = step.promise
    if step.cause == "expression" and promise is not None:
        for word, value in promise.conditions.items():
            if step.why == f"its {word} is false":
                return f"{word} => {value} is false"
    return step.why


def _condition(history: History, step: StepRecord, seen: Seen) -> list[Reason]:
    """Return why a condition does not hold."""
    found: list[Reason] = []
    for blame in blamed(history, step):
        if blame.kind == "variable":
            found.append(variable_reason(history, blame.text, step, seen))
        elif blame.kind == "function":
            because = [variable_reason(history, each, step, seen) for each in blame.variables]
            text = f"{blame.text} is {'false' if blame.should else 'true'}"
            found.append(Reason("function", text, None, because))
        elif blame.should:
            found.append(missing_class(history, blame.text, step, seen))
        else:
            found.append(present_class(history, blame.text, step))
    return found


def _unknown(history: History, step: StepRecord) -> list[str]:
    promise = step.promise
    assert promise is not None
    texts = [step.promiser, *promise.conditions.values(), promise.value]
    names = dict.fromkeys(name for text in texts for name in mentioned(text))
    return [name for name in names if value_at(history, name, step) is None and not _special(name)]


def _special(name: str) -> bool:
    return read_name(name).scope in SPECIAL_SCOPES


def _dependency(history: History, step: StepRecord, seen: Seen) -> Reason:
    """Return why the promise that a promise depends on is not kept."""
    handle = step.about
    targets = with_handle(history, handle)
    if not targets:
        return Reason("handle", f"no promise has the handle {handle}")
    target = targets[0]
    steps = steps_of_handle(history, target, handle)
    after = [each for each in steps if each.number > step.number]
    ran = [each for each in after if each.outcome in (KEPT, NOOP, REPAIRED)]
    who = title(target)
    if ran:
        text = f"{who} is kept later, {history.when_step(ran[0])}, after this promise"
        return Reason("handle", text, place(target))
    warned = [each for each in steps if each.outcome == WARNED]
    if warned:
        return Reason("handle", f"{who} is not kept: {_warned(history, warned[-1])}", place(target))
    because = not_kept(history, target, seen, steps)
    return Reason("handle", f"{who} is not kept", place(target), because)


def _warned(history: History, step: StepRecord) -> str:
    """Return why a promise only warns."""
    if step.only_warns:
        return "its action_policy only warns"
    if history.record.is_dry:
        return "a dry run does not repair it, a real run would try"
    return "a promise in the bundle that it calls only warns"


def not_kept(
    history: History, promise: PromiseOutline, seen: Seen, steps: list[StepRecord] | None = None
) -> list[Reason]:
    """Return why a promise had no effect: never evaluated, skipped, or with another outcome.

    `steps` are those that count; without them all steps of the promise do.
    """
    key = ("promise", promise.file, str(promise.line), str(promise.column))
    if key in seen:
        return []
    seen = seen | {key}
    if not history.steps(promise):
        return [never_evaluated(history, promise, seen)]
    steps = steps or history.steps(promise)
    ran = [each for each in steps if each.outcome != SKIPPED]
    if ran:
        outcome = ran[-1].outcome or "not finished"
        text = f"its outcome is {outcome} {history.when_step(ran[-1])}"
        return [Reason("outcome", text, place(promise))]
    return [skip_reason(history, steps[-1], seen)]


def never_evaluated(history: History, promise: PromiseOutline, seen: Seen) -> Reason:
    """Return why a promise has no step at all."""
    bundle = promise.bundle
    calls = history.calls(bundle)
    for call in calls:
        if call.outcome == ABORTED:
            text = f"bundle {bundle.qualified_name} is aborted before it"
            because = [abortion(history, call.about, "abortbundleclasses")]
            return Reason("aborted", text, place(bundle), because)
    if calls:
        return Reason("ended", "the run ended before it", place(promise), ended(history))
    return never_called(history, bundle, seen)


def abortion(history: History, name: str, setting: str) -> Reason:
    """Return which class ended a bundle or the run, and who defined it."""
    changes = history.class_changes("default", name)
    because = [definition(history, each) for each in changes if each.kind == DEFINED][-1:]
    return Reason("abort", f"class {name} is one of {setting}", None, because)


def ended(history: History) -> list[Reason]:
    """Return what ended the run early."""
    record = history.record
    if record.abort_class:
        return [abortion(history, record.abort_class, "abortclasses")]
    if not record.error:
        return []
    last = next((each.promise for each in reversed(record.steps) if not each.outcome), None)
    where = None if last is None else place(last)
    return [Reason("error", f"fatal error: {record.error}", where)]


# ---- bundles


def never_called(history: History, bundle: BundleOutline, seen: Seen = _NOTHING) -> Reason:
    """Return why a bundle never ran."""
    name = bundle.qualified_name
    key = ("bundle", bundle.kind, name)
    text = f"bundle {name} is never called"
    if key in seen:
        return Reason("bundle", text, place(bundle))
    seen = seen | {key}
    because: list[Reason] = []
    for promise in callers(history, bundle):
        others = _called(history, promise)
        if others:
            who = f"{title(promise)} could call it, but calls {', '.join(others)}"
            because.append(Reason("call", who, place(promise)))
            continue
        who = f"{title(promise)} would call it"
        causes = not_kept(history, promise, seen)
        if _creates_nothing(history, promise, bundle):
            causes = [Reason("dry", "a dry run does not create the file to edit", place(promise))]
        because.append(Reason("call", who, place(promise), causes))
    sequence = history.record.sequence
    if sequence is None or name in sequence:
        text += ": the run ended before it"
        because = [*ended(history), *because]
    elif not because:
        text += ": the bundlesequence does not name it, and no promise calls it"
    return Reason("bundle", text, place(bundle), because)


def _creates_nothing(history: History, promise: PromiseOutline, bundle: BundleOutline) -> bool:
    """Return whether a promise would edit a file that only a real run creates."""
    outcomes = {each.outcome for each in history.steps(promise)} - {SKIPPED}
    return bundle.kind in EDITS and history.record.is_dry and outcomes == {WARNED}


def _called(history: History, promise: PromiseOutline) -> list[str]:
    """Return the names of the bundles that a promise called."""
    numbers = {each.number for each in history.steps(promise)}
    starts = [each for each in history.record.steps if each.caller in numbers]
    return list(dict.fromkeys(f"bundle {each.bundle.qualified_name}" for each in starts))


# ---- classes


def missing_class(
    history: History, name: str, step: StepRecord | None, seen: Seen = _NOTHING
) -> Reason:
    """Return why a step could not see a class, or why a run does not define it at all."""
    namespace, bare = split_class("default" if step is None else step.bundle.namespace, name)
    changes = history.class_changes(namespace, bare)
    if step is not None and changes:
        found = _elsewhen(history, name, changes, step, seen)
        if found is not None:
            return found
    key = ("class", namespace, bare)
    if key in seen:
        return Reason("class", f"class {name} is not defined", None)
    because = candidates(history, namespace, bare, seen | {key})
    text = f"class {name} is not defined"
    others = _other_namespaces(history, namespace, bare)
    if others:
        text += f" in the namespace {namespace}"
        because += others
    elif not because:
        text += ": no promise defines it, and it is no hard class of this host"
    return Reason("class", text, None, because)


def _other_namespaces(history: History, namespace: str, name: str) -> list[Reason]:
    """Return the definitions of a class of the same name in other namespaces."""
    found: dict[str, Reason] = {}
    for change in history.record.changes:
        if change.kind == DEFINED and change.name == name and change.namespace != namespace:
            full = f"{change.namespace}:{name}"
            text = f"class {full} is defined {history.when(change)} by {maker(change)}"
            found.setdefault(change.namespace, Reason("namespace", text, change_place(change)))
    return list(found.values())


def _elsewhen(
    history: History, name: str, changes: list[ChangeRecord], step: StepRecord, seen: Seen
) -> Reason | None:
    """Return the definition that comes too late, is cancelled, or belongs to another bundle."""
    visible = set(history.visible_calls(step.call))
    before = [each for each in changes if each.number < step.number]
    near = [
        each
        for each in before
        if each.kind == CANCELLED or each.scope != "bundle" or each.call in visible
    ]
    defined = next((each for each in reversed(near) if each.kind == DEFINED), None)
    if defined is not None and near[-1].kind == CANCELLED:
        because = [definition(history, defined)]
        text = f"class {name} is cancelled {history.when(near[-1])} by {maker(near[-1])}"
        return Reason("cancellation", text, change_place(near[-1]), because)
    for each in changes:
        is_near = each.scope != "bundle" or each.call in visible
        if each.number > step.number and each.kind == DEFINED and is_near:
            text = f"class {name} is defined later, {history.when(each)}, by {maker(each)}"
            because = _not_before(history, each, step, seen)
            return Reason("definition", text, change_place(each), because)
    for each in changes:
        if each.kind == DEFINED:
            start = history.step(each.call)
            owner = "another bundle" if start is None else f"bundle {start.bundle.qualified_name}"
            text = (
                f"class {name} is defined {history.when(each)} by {maker(each)}, but only for that "
                f'call of {owner}: its scope is "bundle"'
            )
            return Reason("scope", text, change_place(each))
    return None


def _not_before(
    history: History, change: ChangeRecord, step: StepRecord, seen: Seen
) -> list[Reason]:
    """Return why the promise that defines a class later did not define it before a step."""
    key = ("class", change.namespace, change.name)
    if change.promise is None or key in seen:
        return []
    before = [each for each in history.steps(change.promise) if each.number < step.number]
    if not before or before[-1].outcome != SKIPPED or before[-1].cause == "defined":
        return []
    reason = skip_reason(history, before[-1], seen | {key})
    reason.text = f"{history.when_step(before[-1])}, {reason.text}"
    return [reason]


def candidates(history: History, namespace: str, name: str, seen: Seen) -> list[Reason]:
    """Return the promises that could define a class, each with why it did not."""
    found: list[Reason] = []
    for promise in history.record.promises:
        if promise.bundle.namespace != namespace:
            continue
        for pattern, attribute in promise.defines:
            if matches(pattern, name):
                found.append(_candidate(history, promise, attribute, name, seen))
                break
    return found


def _candidate(
    history: History, promise: PromiseOutline, attribute: str, name: str, seen: Seen
) -> Reason:
    text = f"{title(promise)} would define it"
    where = place(promise)
    if attribute == "classes":
        rounds = [each for each in history.steps(promise) if canonify(each.promiser) == name]
        return Reason("candidate", text, where, not_kept(history, promise, seen, rounds))
    text += f" ({attribute})"
    ran = [each for each in history.steps(promise) if each.outcome not in (SKIPPED, "")]
    if not ran:
        return Reason("candidate", text, where, not_kept(history, promise, seen))
    if attribute in _CHOICES:
        chosen = [each.name for each in history.record.changes if each.promise is promise]
        chosen = [each for each in chosen if each != canonify(promise.promiser)]
        return Reason("candidate", f"{text}, but it chose {listed(chosen)}", where)
    if attribute in _OTHERWISE:
        return Reason("candidate", f"{text} {_OTHERWISE[attribute]}", where)
    outcomes = list(dict.fromkeys(each.outcome for each in ran))
    if not set(outcomes) & set(_OUTCOMES.get(attribute, ())):
        text += f", but it is {listed(outcomes)}"
        if WARNED in outcomes and attribute == "promise_repaired":
            warned = next(each for each in ran if each.outcome == WARNED)
            text += f": {_warned(history, warned)}"
    return Reason("candidate", text, where)


# ---- variables


def variable_reason(history: History, name: str, step: StepRecord, seen: Seen = _NOTHING) -> Reason:
    """Return why a variable is unknown, or empty, at a step."""
    changes = variable_changes(history, name, step.bundle)
    known = value_at(history, name, step)
    if known is not None:
        text = f"variable {name} is {known.value} {history.when(known)}"
        return Reason("variable", text, change_place(known))
    if _special(name):
        return Reason("variable", f"{name} is a variable of the agent: no promise sets it")
    if changes:
        when = history.when(changes[0])
        text = f"variable {name} gets its value later, {when}, by {maker(changes[0])}"
        return Reason("variable", text, change_place(changes[0]))
    scope = read_name(name).scope or step.bundle.name
    return unknown_variable(history, scope, name, seen)


def unknown_variable(history: History, bundle: str, shown: str, seen: Seen = _NOTHING) -> Reason:
    """Return why a variable of a bundle never got a value."""
    key = ("variable", bundle, shown)
    if key in seen:
        return Reason("variable", f"variable {shown} has no value")
    because: list[Reason] = []
    variable = read_name(shown)
    bare = variable.name + "".join(f"[{each}]" for each in variable.indices)
    for promise in setters(history, bundle, variable):
        text = f"{title(promise)} would set it"
        rounds = [each for each in history.steps(promise) if not is_other_element(each, bare)]
        causes = not_kept(history, promise, seen | {key}, rounds)
        because.append(Reason("candidate", text, place(promise), causes))
    text = f"variable {shown} has no value"
    if not because:
        text += ": no promise sets it"
    return Reason("variable", text, None, because)
