"""The outcomes of the promises of a policy, as the report of a run has them.

    kept       the promise was kept already
    repaired   it was not, and is kept now
    failed     it could not be kept; also if it was denied, timed out or was interrupted
    noop       it is not kept, and no-op or `action_policy => "warn"` prevents the repair
    skipped    it was not evaluated; `why` gives the reason

A promise has up to three passes and may be called by several bundles: it appears once for each
promiser, with its worst outcome.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.recorder import DEFINITIONS, EDITS
from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.values import outcomes
from duckrow.state.report import CALLS, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.recorder import Recorder, Step
    from duckrow.state.report import Counts, Data

_REPORTED = {
    outcomes.KEPT: "kept",
    outcomes.NOOP: "kept",
    outcomes.REPAIRED: "repaired",
    outcomes.WARNED: "noop",
    outcomes.SKIPPED: "skipped",
    "": "failed",  # the run ended while the promise was evaluated
}


class PolicyPart(Part):
    """The outcomes of one policy of a run."""

    __slots__ = ("_classes", "_data", "_is_noop", "_recorder")

    def __init__(self, name: str, recorder: Recorder, *, is_noop: bool) -> None:
        super().__init__(name)
        self._recorder = recorder
        self._is_noop = is_noop
        self._data: list[Data] = []
        self._classes: list[str] = []

    def finish(self) -> None:
        """Read the outcomes when the policy has ended."""
        self._data = _promises(self._recorder.steps)
        context = self._recorder.context
        if context is not None:
            self._classes = [each.qualified_name for each in context.classes.all()]
        if self._is_noop:  # a simulation repairs only copies of files
            for each in self._data:
                if each["outcome"] == "repaired":
                    each["outcome"] = "noop"

    def promises(self) -> list[Data]:
        return self._data

    def classes(self) -> list[str]:
        return self._classes

    def _has(self, outcome: str) -> bool:
        return any(each["outcome"] == outcome for each in self.promises())

    @property
    def has_failed(self) -> bool:
        return self._has("failed")

    @property
    def has_changed(self) -> bool:
        return self._has("repaired")

    @property
    def has_pending(self) -> bool:
        return self._has("noop")

    def counts(self) -> dict[str, Counts]:
        promises: Counts = {"total": 0}
        promises |= dict.fromkeys(("kept", "repaired", "failed", "noop", "skipped"), 0)
        times: Counts = {}
        for each in self.promises():
            type_, seconds = str(each["type"]), each["seconds"]
            if type_ in CALLS:
                continue
            promises["total"] += 1
            promises[str(each["outcome"])] += 1
            if isinstance(seconds, float) and each["outcome"] != "skipped":
                times[type_] = times.get(type_, 0) + seconds
        changes: Counts = {"total": promises["repaired"]}
        return {"promises": promises, "time": times, "changes": changes}


def _promises(steps: list[Step]) -> list[Data]:
    """Return one outcome for each promise and promiser, in the order of their first evaluation."""
    found: dict[tuple[object, str], Step] = {}
    evaluated: set[object] = set()
    for step in steps:
        if not step.type or step.type in DEFINITIONS or step.bundle.kind in EDITS:
            continue
        if step.outcome != outcomes.SKIPPED:
            evaluated.add(step.origin)
        key = step.origin, step.promiser
        earlier = found.get(key)
        if earlier is None or (earlier.outcome == outcomes.SKIPPED != step.outcome):
            found[key] = step
        elif step.outcome != outcomes.SKIPPED and earlier is not step:
            _add(earlier, step)
    return [
        _data_of(step)
        for step in found.values()
        # A promise that an earlier or later pass evaluated is not skipped.
        if step.outcome != outcomes.SKIPPED or step.origin not in evaluated
    ]


def _add(earlier: Step, later: Step) -> None:
    if earlier.outcome and later.outcome:
        earlier.outcome = worst_outcome(earlier.outcome, later.outcome)
    earlier.messages = (*earlier.messages, *later.messages)
    earlier.seconds += later.seconds


def _data_of(step: Step) -> Data:
    outcome = _REPORTED.get(step.outcome, "failed")
    why = step.why
    if not why and step.outcome in (outcomes.DENIED, outcomes.TIMEOUT, outcomes.INTERRUPTED):
        why = f"its outcome is {step.outcome}"
    return {
        "promiser": step.promiser,
        "type": step.type,
        "bundle": step.bundle.qualified_name,
        "file": step.file,
        "line": step.line,
        "outcome": outcome,
        "messages": list(step.messages),
        "seconds": step.seconds,
        "why": why,
    }
