"""duckrow explain variable: each value of a variable, and why it has no other one."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.names import SPECIAL_SCOPES, read_name
from duckrow.cfengine.explain.causes import (
    skip_reason,
    unknown_variable,
)
from duckrow.cfengine.explain.changes import (
    change_place,
    maker,
    mentioned,
    setters,
    variable_changes,
)
from duckrow.cfengine.explain.history import place, title
from duckrow.cfengine.explain.words import NoSuchThing, listed, nearest, sentence
from duckrow.cfengine.values.outcomes import SKIPPED
from duckrow.explain.answer import Answer, Reason, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
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
        return Answer(question, f"{bare} is a variable of the agent: no promise sets it.")
    keys = _find(history, bare)
    if keys:
        return _known(history, question, keys)
    for bundle in _bundles(history, bare):
        reason = unknown_variable(history, bundle, reference.name, bare)
        return Answer(question, sentence(reason.text), reason.because, is_yes=False)
    raise NoSuchThing(f"no promise sets the variable {bare}", nearest(bare, _names(history)))


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
    return [each for each in wanted if setters(history, each, reference.name)]


def _known(history: History, question: list[str], keys: list[Key]) -> Answer:
    changes = sorted(
        (each for key in keys for each in history.variables[key]), key=lambda each: each.number
    )
    reasons: list[Reason] = []
    for key in keys:
        for promise in setters(history, key[1], key[2].partition("[")[0]):
            reasons += _setter_reasons(history, promise, key)
    unique = {(each.text, str(each.place)): each for each in reasons}
    return Answer(
        question,
        " ".join(_summary(history, key) for key in keys[:5]),
        list(unique.values()),
        is_yes=True,
        tables=[_table(history, changes)],
    )


def _summary(history: History, key: Key) -> str:
    changes = history.variables[key]
    last = changes[-1]
    where = change_place(last)
    text = f"variable {_shown(key)} is {last.value}, set {history.when(last)} by {maker(last)}"
    if where is not None:
        text += f" ({where})"
    if len(changes) > 1:
        text += f"; before, it was {listed([each.value for each in changes[:-1]][-3:])}"
    return f"{text}."


def _shown(key: Key) -> str:
    namespace, bundle, name = key
    return f"{'' if namespace == 'default' else f'{namespace}:'}{bundle}.{name}"


def _setter_reasons(history: History, promise: PromiseOutline, key: Key) -> list[Reason]:
    """Return what a promise did in each pass: set the variable, leave it, or skip it."""
    groups: dict[str, list[StepRecord]] = {}
    causes: dict[str, list[Reason]] = {}
    for step in history.steps(promise):
        made = [each for each in history.variables[key] if each.step == step.number]
        if made:
            text = f"it sets the variable to {made[-1].value}"
        elif step.outcome == SKIPPED:
            reason = skip_reason(history, step)
            text = f"it is skipped, since {reason.text}"
            if step.cause == "has_value":
                text = f"{step.about}() is not called again, since the variable has a value"
            causes.setdefault(text, reason.because)
        else:
            text = "it computes the same value"
        groups.setdefault(text, []).append(step)
    because = [
        Reason("step", f"{_when(history, steps)}: {text}", None, causes.get(text, ()))
        for text, steps in groups.items()
    ]
    because += _later(history, promise)
    text = title(promise) + (f" {promise.value}" if promise.value else "")
    return [Reason("setter", text, place(promise), because)]


def _when(history: History, steps: list[StepRecord]) -> str:
    passes = sorted({each.pass_number for each in steps if each.pass_number})
    if not passes:
        return history.when_step(steps[0])
    word = "pass" if len(passes) == 1 else "passes"
    name = steps[0].bundle.qualified_name
    return f"in {word} {listed([str(each) for each in passes])} of bundle {name}"


def _later(history: History, promise: PromiseOutline) -> list[Reason]:
    """Return the variables in a value that change after the last evaluation of the promise."""
    steps = history.steps(promise)
    if not steps:
        return []
    last = steps[-1]
    found = []
    for name in mentioned(promise.value):
        for change in variable_changes(history, name, promise.bundle):
            if change.number > last.number:
                text = (
                    f"variable {name} becomes {change.value} {history.when(change)}, after this "
                    "promise is evaluated for the last time"
                )
                found.append(Reason("later", text, change_place(change)))
                break
    return found


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
    return Table("values", ["variable", "value", "when", "by", "place"], rows)
