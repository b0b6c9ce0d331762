"""duckrow explain promise: in which passes a promise was evaluated, and why it was skipped."""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.recorder import ABORTED
from duckrow.cfengine.explain.causes import never_evaluated, skip_reason
from duckrow.cfengine.explain.changes import present_class, steps_of_handle, with_handle
from duckrow.cfengine.explain.history import place, split_class, title
from duckrow.cfengine.explain.words import (
    counted,
    joined_times,
    listed,
    sentence,
)
from duckrow.cfengine.values.outcomes import SKIPPED, WARNED
from duckrow.explain.answer import Answer, Reason, Table, UnknownThingError, texts_of
from duckrow.source.did_you_mean import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.explain.history import History, Wish
    from duckrow.cfengine.explain.outline import PromiseOutline
    from duckrow.cfengine.explain.record import StepRecord

# The most calls of a bundle, and rounds of a promise, that an answer lists.
_MOST = 20
_SEEN: frozenset[tuple[str, ...]] = frozenset()


def answer_promise(history: History, name: str) -> Answer:
    """Answer why a promise ran or was skipped."""
    found = find_promises(history, name)
    is_handle = bool(with_handle(history, name))
    answer = explain_promise(history, found[0], name if is_handle else "")
    answer.question = ["promise", name]
    answer.hint = _others(found) or answer.hint
    return answer


def explain_promise(history: History, promise: PromiseOutline, handle: str = "") -> Answer:
    """Return why a promise, or its rounds with a handle, ran or was skipped."""
    steps = history.steps(promise)
    if "$" in promise.handle and handle:
        steps = steps_of_handle(history, promise, handle) or steps
    steps = [each for each in steps if each.call or each.pass_number]
    question = ["promise", str(place(promise))]
    if not steps and not history.steps(promise):
        cause = never_evaluated(history, promise, _SEEN)
        text = f"{title(promise)} ({place(promise)}) is never evaluated: {sentence(cause.text)}"
        return Answer(question, text, cause.because)
    steps = steps or history.steps(promise)
    ran = [each for each in steps if each.outcome != SKIPPED]
    reasons = [*_call_reasons(history, steps), *_skip_reasons(history, steps)]
    if ran:
        reasons += _run_reasons(history, promise, ran[0])
    return Answer(
        question,
        _headline(history, promise, steps, ran),
        reasons,
        hint="" if ran else _hint(history, steps[-1]),
        tables=[_table(history, steps)],
    )


def find_promises(history: History, name: str) -> list[PromiseOutline]:
    """Return the promises with a handle, or those at FILE:LINE; raise UnknownThingError."""
    promises = history.record.promises
    found = with_handle(history, name)
    if found:
        return found
    file, line, column = _read_place(name)
    if line:
        near = [each for each in promises if _is_file(each.file, file)]
        if not near:
            files = sorted({each.file for each in promises})
            raise UnknownThingError(
                f"no promise of this policy is in {file}", did_you_mean(file, files)
            )
        exact = [each for each in near if each.line == line and column in (0, each.column)]
        # A line inside a promise means the promise.
        exact = exact or [each for each in near if each.line < line <= each.end]
        if exact:
            return exact
        raise UnknownThingError(
            f"there is no promise at {name}",
            did_you_mean(name, [str(place(each)) for each in near]),
        )
    handles = [each.handle for each in promises if each.handle]
    raise UnknownThingError(f"no promise has the handle {name}", did_you_mean(name, handles))


def _read_place(text: str) -> tuple[str, int, int]:
    file, _, last = text.rpartition(":")
    if not last.isdecimal() or not file:
        return text, 0, 0
    before, _, number = file.rpartition(":")
    if number.isdecimal() and before:
        return before, int(number), int(last)
    return file, int(last), 0


def _is_file(path: str, written: str) -> bool:
    written = written.removeprefix("./")
    return path.removeprefix("./") == written or path.endswith(f"/{written}")


def _others(found: list[PromiseOutline]) -> str:
    if len(found) < 2:
        return ""
    others = ", ".join(f"{place(each)}:{each.column}" for each in found[1:])
    return f"there are others: {others}"


def _headline(
    history: History, promise: PromiseOutline, steps: list[StepRecord], ran: list[StepRecord]
) -> str:
    who = f"{title(promise)} ({place(promise)})"
    skipped = [each for each in steps if each.outcome == SKIPPED and each.cause != "done"]
    if ran:
        outcomes = counted([each.outcome or "not finished" for each in ran])
        text = f"{who} is evaluated {history.when_step(ran[0])}: {outcomes}"
        warned = [each for each in ran if each.outcome == WARNED]
        if warned and all(each.only_warns for each in warned):
            text += " (it is not kept; its action_policy only warns)"
        elif warned and history.record.is_dry:
            text += " (it is not kept; a dry run does not repair it)"
        early = [each for each in skipped if _is_earlier(each, ran[0])]
        if early:
            text += f", not before, since {skip_reason(history, early[-1]).text}"
        return f"{text}."
    return f"{who} is skipped {_passes(history, steps)}: {skip_reason(history, steps[-1]).text}."


def _is_earlier(step: StepRecord, other: StepRecord) -> bool:
    """Return whether a step is the same round of a promise in an earlier pass of the same call."""
    promise = step.promise
    assert promise is not None
    return (
        step.call == other.call
        and step.pass_number < other.pass_number
        and step.promiser in (other.promiser, promise.promiser)
    )


def _passes(history: History, steps: list[StepRecord]) -> str:
    return joined_times([history.when_step(each) for each in steps])


def _call_reasons(history: History, steps: list[StepRecord]) -> list[Reason]:
    calls = dict.fromkeys(each.call for each in steps if each.call)
    found = []
    for number in list(calls)[:_MOST]:
        start = history.step(number)
        if start is not None:
            found.append(call_reason(history, start))
    return found


def call_reason(history: History, start: StepRecord) -> Reason:
    """Return who called a bundle."""
    name = start.bundle.qualified_name
    caller = history.step(start.caller)
    if start.arguments:
        name += f"({', '.join(start.arguments.values())})"
    end = ""
    if start.outcome == ABORTED:
        end = f"; class {start.about} of abortbundleclasses ends it"
    if caller is None or caller.promise is None:
        return Reason("call", f"bundle {name} runs: {start.why}{end}", place(start.bundle))
    text = f"bundle {name} runs: {title(caller.promise)} calls it {history.when_step(caller)}{end}"
    outer = history.step(caller.call)
    # The first bundles of a run need no explanation.
    because = [call_reason(history, outer)] if outer is not None and outer.caller else []
    return Reason("call", text, place(caller.promise), because)


def _skip_reasons(history: History, steps: list[StepRecord]) -> list[Reason]:
    """Return one reason for all steps that were skipped for the same reason."""
    reasons: dict[tuple[str, ...], Reason] = {}
    groups: dict[tuple[str, ...], list[StepRecord]] = {}
    has_rounds = len({each.promiser for each in steps}) > 1
    for step in steps:
        if step.outcome == SKIPPED and step.cause != "done":
            reason = skip_reason(history, step)
            key = tuple(texts_of(reason))
            reasons.setdefault(key, reason)
            groups.setdefault(key, []).append(step)
    for key, reason in reasons.items():
        text = f"skipped {_passes(history, groups[key])}"
        if has_rounds:
            text += _rounds(groups[key])
        reason.text = f"{text}: {reason.text}"
    return list(reasons.values())[:_MOST]


def _rounds(steps: list[StepRecord]) -> str:
    """Return for which values of a list a promise was skipped, or "" if it had none yet."""
    found: dict[str, None] = {}
    for step in steps:
        if step.promise is not None and step.promiser != step.promise.promiser:
            found.setdefault(step.promiser.partition("\n")[0])
    return f" for {listed(list(found)[:_MOST])}" if found else ""


def _run_reasons(history: History, promise: PromiseOutline, step: StepRecord) -> list[Reason]:
    """Return why the class guard of a promise was true when it ran."""
    if promise.guard == "any":
        return []
    because = [
        present_class(history, name, step)
        for name, should in history.culprits(promise.guard, step, wanted=False)
        if not should
    ]
    text = f"its class guard {promise.guard} is true {history.when_step(step)}"
    return [Reason("guard", text, place(promise), because)]


def _hint(history: History, step: StepRecord) -> str:
    """Return what would have made a skipped promise run."""
    if step.cause == "depends_on" and with_handle(history, step.about):
        return f"it runs once the promise with the handle {step.about} is kept or repaired"
    if step.cause == "recent":
        return "--no-lock ignores ifelapsed"
    if step.cause not in ("guard", "if", "ifvarclass", "unless", "expression"):
        return ""
    if "$" in step.about or step.about in ("", "any", "!any"):
        return ""
    for reason in skip_reason(history, step).because:
        if reason.kind == "scope":
            return 'scope => "namespace" shows that class to all bundles'
        if reason.kind == "cancellation":
            return "it runs if nobody cancels that class before it"
    wish = history.wish(step.about, step, wanted=step.cause != "unless")
    return "" if wish is None else f"it runs if {_wished(wish, step)}"


def _wished(wish: Wish, step: StepRecord) -> str:
    """Return a wish as words."""
    if wish.name:
        verb = "is defined" if wish.should else "is not defined"
        return f"class {_full_name(step, wish.name)} {verb} before it"
    parts = list(dict.fromkeys(_wished(each, step) for each in wish.parts))
    if wish.needs_all or len(parts) == 1:
        return listed(parts)
    return ", or ".join(parts) if any(each.parts for each in wish.parts) else " or ".join(parts)


def _full_name(step: StepRecord, name: str) -> str:
    """Return the name of a class with the namespace of the bundle that asks for it."""
    namespace, bare = split_class(step.bundle.namespace, name)
    return bare if namespace == "default" else f"{namespace}:{bare}"


def _table(history: History, steps: list[StepRecord]) -> Table:
    calls = {each.call for each in steps}
    columns = ["pass", "promiser", "outcome", "why"]
    rows = [
        [
            str(each.pass_number) if each.pass_number else "-",
            each.promiser.partition("\n")[0],
            each.outcome or "not finished",
            "" if each.outcome != SKIPPED else skip_reason(history, each).text,
        ]
        for each in steps
    ]
    if len(calls) > 1:
        columns.insert(0, "call")
        numbers = {
            call: str(index)
            for index, call in enumerate(dict.fromkeys(each.call for each in steps), 1)
        }
        rows = [[numbers[step.call], *row] for step, row in zip(steps, rows, strict=True)]
    return Table("passes", columns, rows)
