"""duckrow explain bundle: who called a bundle and what it did, or why it was never called."""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.recorder import ABORTED, DEFINITIONS
from duckrow.cfengine.explain.causes import never_called
from duckrow.cfengine.explain.history import place
from duckrow.cfengine.explain.promises import call_reason
from duckrow.cfengine.explain.words import counted, sentence
from duckrow.cfengine.values.outcomes import SKIPPED
from duckrow.explain.answer import Answer, Table, UnknownThingError
from duckrow.source.did_you_mean import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.explain.history import History
    from duckrow.cfengine.explain.outline import BundleOutline
    from duckrow.cfengine.explain.record import StepRecord

_COLUMNS = ("kept", "repaired", "warned", "failed", "skipped")


def answer_bundle(history: History, name: str) -> Answer:
    """Answer who called a bundle, and what it kept, repaired and skipped."""
    question = ["bundle", name]
    bundle = _find(history, name)
    shown = f"bundle {bundle.qualified_name} ({place(bundle)})"
    calls = history.calls(bundle)
    if not calls:
        reason = never_called(history, bundle)
        if bundle.kind == "common":
            text = (
                "it is a common bundle: its variables and classes are resolved before all bundles"
            )
            return Answer(question, f"{shown} has no call of its own; {text}.", is_yes=True)
        return Answer(question, sentence(reason.text), reason.because, is_yes=False)
    times = "once" if len(calls) == 1 else f"{len(calls)} times"
    rows = [_row(history, number, call) for number, call in enumerate(calls, 1)]
    outcomes = [each for call in calls for each in _outcomes(history, call)]
    text = f"{shown} runs {times}: "
    aborts = dict.fromkeys(each.about for each in calls if each.outcome == ABORTED)
    if len(outcomes) == 1:
        text += f"its only promise is {outcomes[0]}"
    elif outcomes:
        text += f"its promises are {counted(outcomes)}"
    elif not aborts:
        text += "it has only variables and classes"
    if aborts:
        text += f"{', and ' if outcomes else ''}class {' or '.join(aborts)} ends it"
    return Answer(
        question,
        f"{text}.",
        [call_reason(history, each) for each in calls],
        is_yes=True,
        tables=[Table("calls", ["call", "arguments", "passes", *_COLUMNS], rows)],
    )


def _find(history: History, name: str) -> BundleOutline:
    bundles = history.record.bundles
    full = name if ":" in name else f"default:{name}"
    found = [each for each in bundles if full == f"{each.namespace}:{each.name}"]
    found = found or [each for each in bundles if name == each.name]
    if found:
        # Bundles of several kinds may have one name.
        return next((each for each in found if history.calls(each)), found[0])
    hint = did_you_mean(name, [each.qualified_name for each in bundles])
    raise UnknownThingError(f"there is no bundle {name}", hint)


def _outcomes(history: History, call: StepRecord) -> list[str]:
    """Return the outcomes of promises other than definitions, once for each promise and round."""
    done: dict[tuple[int, str], str] = {}
    for step in history.steps_of_call(call):
        assert step.promise is not None
        if step.promise.type in DEFINITIONS:
            continue
        key = id(step.promise), step.promiser
        if step.outcome != SKIPPED or key not in done:
            done[key] = step.outcome or "not finished"
        # A list that iterates is no promise of its own until it has elements.
        if step.outcome != SKIPPED and step.promiser != step.promise.promiser:
            done.pop((id(step.promise), step.promise.promiser), None)
    return list(done.values())


def _row(history: History, number: int, call: StepRecord) -> list[str]:
    outcomes = _outcomes(history, call)
    counts = [str(outcomes.count(word)) for word in _COLUMNS]
    passes = max((each.pass_number for each in history.steps_of_call(call)), default=0)
    arguments = ", ".join(f"{name} = {value}" for name, value in call.arguments.items())
    return [str(number), arguments, str(passes), *counts]
