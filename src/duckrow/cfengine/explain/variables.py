"""duckrow explain variable: each value of a variable, and why it has no other one."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.names import SPECIAL_SCOPES, read_name
from duckrow.cfengine.explain.causes import (
    skip_reason,
    unknown_variable,
)
from duckrow.cfengine.explain.changes import (
    change_place,
    is_other_element,
    maker,
    mentioned,
    setters,
    value_at,
    variable_changes,
)
from duckrow.cfengine.explain.history import place, title
from duckrow.cfengine.explain.origins import (
    agent_variable,
    element_of,
    is_container,
    keys_of,
    origins,
)
from duckrow.cfengine.explain.words import joined_times, listed, sentence
from duckrow.cfengine.values.outcomes import SKIPPED
from duckrow.explain.answer import Answer, Reason, Table, UnknownThingError
from duckrow.source.did_you_mean import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.variables.names import VariableName
    from duckrow.cfengine.explain.history import History
    from duckrow.cfengine.explain.outline import PromiseOutline
    from duckrow.cfengine.explain.record import ChangeRecord, StepRecord

    Key = tuple[str, str, str]


def answer_variable(history: History, name: str) -> Answer:
    """Answer where the values of a variable come from."""
    question = ["variable", name]
    bare = name[2:-1] if name[:2] in ("$(", "${", "@(", "@{") else name
    reference = read_name(bare)
    if reference.scope in SPECIAL_SCOPES:
        known = agent_variable(history, bare) if reference.scope in ("sys", "mon") else None
        text = f"{bare} is a variable of the agent: no promise sets it"
        return Answer(question, sentence(text if known is None else known.text))
    keys = _find(history, bare)
    if keys:
        return _known(history, question, keys)
    found = _element(history, question, bare)
    if found is not None:
        return found
    for bundle in _bundles(history, bare):
        reason = unknown_variable(history, bundle, bare)
        return Answer(question, sentence(reason.text), reason.because, is_yes=False)
    users = _users(history, reference)
    if users:
        text = f"variable {bare} has no value: no promise sets it."
        reasons = [Reason("use", f"{title(each)} mentions it", place(each)) for each in users]
        return Answer(question, text, reasons, is_yes=False)
    raise UnknownThingError(
        f"no promise sets the variable {bare}", did_you_mean(bare, _names(history))
    )


def _users(history: History, wanted: VariableName) -> list[PromiseOutline]:
    """Return the promises that mention a variable which nobody sets."""
    found = []
    for promise in history.record.promises:
        texts = (promise.promiser, promise.value, *promise.conditions.values())
        for each in (read_name(written) for text in texts for written in mentioned(text)):
            is_element = not wanted.indices or each.indices in ((), wanted.indices)
            is_near = wanted.scope in ("", each.scope or promise.bundle.name)
            if each.name == wanted.name and is_element and is_near:
                found.append(promise)
                break
    return found


def _find(history: History, name: str) -> list[Key]:
    """Return the variables that a name means: without a bundle, those of all bundles."""
    reference = read_name(name)
    bare = reference.name + "".join(f"[{each}]" for each in reference.indices)
    return [
        key
        for key in history.variables
        if (key[2] == bare or key[2].startswith(f"{bare}["))
        and reference.scope in ("", key[1])
        and reference.namespace in ("", key[0])
    ]


def _bundles(history: History, name: str) -> list[str]:
    """Return the bundles with promises that may set a variable that has no value."""
    reference = read_name(name)
    names = dict.fromkeys(each.name for each in history.record.bundles)
    wanted = [reference.scope] if reference.scope else list(names)
    return [each for each in wanted if setters(history, each, reference)]


def _known(history: History, question: list[str], keys: list[Key]) -> Answer:
    changes = sorted(
        (each for key in keys for each in history.variables[key]), key=lambda each: each.number
    )
    reasons: list[Reason] = []
    for key in keys:
        for promise in setters(history, key[1], read_name(key[2])):
            reasons += _setter_reasons(history, promise, key)
    unique = {(each.text, str(each.place)): each for each in reasons}
    return Answer(
        question,
        " ".join(_summary(history, key) for key in keys[:5]),
        list(unique.values()),
        is_yes=True,
        tables=[_table(history, changes)],
    )


def _element(history: History, question: list[str], name: str) -> Answer | None:
    """Answer about an element of a data container; None if there is no such container."""
    indices = read_name(name).indices
    for count in range(len(indices) - 1, -1, -1):
        shorter = name.partition("[")[0] + "".join(f"[{each}]" for each in indices[:count])
        keys = [each for each in _find(history, shorter) if is_container(_last(history, each))]
        if not keys:
            continue
        container, path = _last(history, keys[0]), indices[count:]
        element = element_of(container.value, path)
        shown = _shown(keys[0])
        full = shown + "".join(f"[{each}]" for each in path)
        if element is None:
            text = f"variable {full} has no value: {shown} has no such element."
            hint = did_you_mean(path[-1], keys_of(container.value, path))
        else:
            text, hint = f"variable {full} is {element}, an element of {shown}.", ""
        inner = _known(history, question, keys[:1])
        return Answer(
            question,
            f"{text} {inner.text}",
            inner.reasons,
            hint=hint,
            is_yes=element is not None,
            tables=inner.tables,
        )
    return None


def _last(history: History, key: Key) -> ChangeRecord:
    return history.variables[key][-1]


def _summary(history: History, key: Key) -> str:
    changes = history.variables[key]
    last = changes[-1]
    where = change_place(last)
    text = f"variable {_shown(key)} is {last.value}, set {history.when(last)} by {maker(last)}"
    if where is not None:
        text += f" ({where})"
    others = list(dict.fromkeys(each.value for each in changes if each.value != last.value))
    if others:
        text += f"; before, it was {listed(others[-3:])}"
    return f"{text}."


def _shown(key: Key) -> str:
    namespace, bundle, name = key
    return f"{'' if namespace == 'default' else f'{namespace}:'}{bundle}.{name}"


def _setter_reasons(history: History, promise: PromiseOutline, key: Key) -> list[Reason]:
    """Return what a promise did in each pass: set the variable, leave it, or skip it."""
    changes = [each for each in history.variables[key] if each.promise is promise]
    times: dict[tuple[str, ...], list[str]] = {}
    causes: dict[tuple[str, ...], list[Reason]] = {}
    for change in changes:
        text = f"it sets the variable to {change.value}"
        times.setdefault((text,), []).append(history.when(change))
        causes[text,] = origins(history, change)
    made = {each.step for each in changes}
    for step in history.steps(promise):
        if step.number in made or not step.pass_number or is_other_element(step, key[2]):
            continue
        text, why = _unchanged(history, step)
        group = (text, *(each.text for each in why))
        times.setdefault(group, []).append(history.when_step(step))
        causes.setdefault(group, why)
    because = [
        Reason("step", f"{joined_times(whens)}: {group[0]}", None, causes.get(group, ()))
        for group, whens in times.items()
    ]
    text = title(promise) + (f" {promise.value}" if promise.value else "")
    return [Reason("setter", text, place(promise), because)]


def _unchanged(history: History, step: StepRecord) -> tuple[str, list[Reason]]:
    """Return why a step did not change the variable, with the causes of a skipped one."""
    promise = step.promise
    assert promise is not None
    if step.outcome == SKIPPED:
        reason = skip_reason(history, step)
        return f"it is skipped, since {reason.text}", reason.because
    if promise.type == "defaults":
        return "it leaves the variable, which has a value", []
    later = _later(history, step)
    if later is None:
        return "it computes the same value", []
    return f"it computes the same value: {later.text}", later.because


def _later(history: History, step: StepRecord) -> Reason | None:
    """Return the variable in a value that changes between a step and the next one, or None."""
    promise = step.promise
    assert promise is not None
    own = [each for each in history.steps(promise) if each.call == step.call]
    after = [each.number for each in own if each.number > step.number]
    end = after[0] if after else history.end_of_call(step.call)
    for name in mentioned(promise.value):
        seen = value_at(history, name, step)
        changes = [
            each
            for each in variable_changes(history, name, promise.bundle)
            if step.number < each.number < end
        ]
        if changes and (seen is None or changes[-1].value != seen.value):
            last = changes[-1]
            text = f"variable {name} becomes {last.value} only after it"
            when = Reason("later", f"{history.when(last)}, by {maker(last)}", change_place(last))
            return Reason("later", text, None, [when])
    return None


def _names(history: History) -> list[str]:
    names = [_shown(key) for key in history.variables]
    return [*names, *dict.fromkeys(key[2] for key in history.variables)]


def _table(history: History, changes: list[ChangeRecord]) -> Table:
    rows = [
        [
            _shown((each.namespace, each.scope, each.name)),
            each.value,
            history.when(each),
            maker(each),
            str(change_place(each) or ""),
        ]
        for each in changes
    ]
    # Before all bundles, variables are resolved several times.
    unique = list(map(list, dict.fromkeys(map(tuple, rows))))
    return Table("values", ["variable", "value", "when", "by", "place"], unique)
