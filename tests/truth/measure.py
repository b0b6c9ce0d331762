"""Are the reasons of `duckrow explain` true? Remove what they name, compile again, and look.

    python -m tests.truth.measure [--count N] [--seed S] [--judge puppet|duckrow] [SCENARIO…]

For each answer: without the statement that it names the effect differs, and without an unrelated
statement of the same file it does not. Another statement may have the same value ready for that
case, such as a default: then another value in the place of the named one must make a difference.
The judge compiles the changed manifests: the installed Puppet, or duckrow where that is missing.
An answer is skipped if the compile then fails for a reason that has nothing to do with the
statement.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.truth.claims import Claim, Claims
from tests.truth.outcomes import Job, Outcome, of_duckrow, of_reference
from tests.truth.scenario import INSTALLED, Scenario, installed_scenarios

from duckrow.puppet.loaders.sources import Sources
from duckrow.puppet.resources.desired import ResourceError

KINDS = ("order", "value", "class", "notify", "refreshed", "resource")
TRUE, FALSE, SKIPPED = "true", "false", "skipped"
Verdicts = list[tuple[str, str]]


@dataclass
class Trial:
    """A claim, the scenario without its statement, and the one without an unrelated statement."""

    claim: Claim
    removed: Scenario
    control: Scenario | None
    replaced: Scenario | None

    def verdict(
        self, before: Outcome, after: Outcome, other: Outcome | None, replaced: Outcome | None
    ) -> tuple[str, str]:
        """Return whether a claim is true, and why not."""
        claim = self.claim
        if before.error:
            return SKIPPED, f"the judge does not compile the scenario: {before.error}"
        effect = claim.effect(before)
        if effect in (False, "null"):
            return FALSE, "the judge does not see the effect at all"
        if after.error:
            if not claim.is_about(after.error):
                return SKIPPED, f"without it the compile fails: {after.error}"
        elif claim.effect(after) == effect and not self._differs(effect, replaced):
            return FALSE, f"without it the effect is the same: {effect}"
        if other is None or other.error:
            return TRUE, "no unrelated statement can be removed"
        if claim.effect(other) != effect:
            return FALSE, f"an unrelated statement changes it: {effect} to {claim.effect(other)}"
        return TRUE, ""

    def _differs(self, effect: object, replaced: Outcome | None) -> bool:
        if replaced is None:
            return False
        if replaced.error:
            return self.claim.is_about(replaced.error)
        return self.claim.effect(replaced) != effect


Waiting = tuple[Scenario, list[Trial], "Future[Verdicts]"]


class Counts:
    """The verdicts by the kind of question."""

    def __init__(self) -> None:
        self.of: Counter[tuple[str, str]] = Counter()
        self.without_control = 0

    def add(self, scenario: Scenario, trial: Trial, verdict: str, why: str) -> None:
        claim = trial.claim
        self.of[claim.question[0], verdict] += 1
        self.without_control += verdict == TRUE and bool(why)
        if verdict != TRUE:
            place = claim.reason.place
            print(
                f"{verdict}: {scenario.name}: {claim}", f"  {claim.reason.text} ({place})", sep="\n"
            )
            print(f"  {why[:400]}", flush=True)
            if verdict == FALSE and trial.control is not None:
                print(f"  unrelated: {claim.controls[0]}", flush=True)

    def table(self) -> str:
        lines = [f"{'':10}{TRUE:>8}{FALSE:>8}{SKIPPED:>9}"]
        for kind in KINDS:
            row = [self.of[kind, each] for each in (TRUE, FALSE, SKIPPED)]
            lines.append(f"{kind:10}{row[0]:8}{row[1]:8}{row[2]:9}")
        row = [self.total(each) for each in (TRUE, FALSE, SKIPPED)]
        lines.append(f"{'all':10}{row[0]:8}{row[1]:8}{row[2]:9}")
        return "\n".join(lines)

    def total(self, verdict: str) -> int:
        return sum(count for (_, each), count in self.of.items() if each == verdict)


def trials(
    scenario: Scenario,
    count: int,
    seed: str,
    directory: Path,
    sources: Sources,
    kinds: tuple[str, ...] = KINDS,
) -> Iterator[Trial]:
    """Choose claims about a scenario, and prepare what their judge compiles.

    A removal after which duckrow does not compile, for another reason, is not worth a trial.
    """
    claims = Claims(scenario.recorded(sources), f"{seed} {scenario.name}")
    chosen = {kind: claims.choose(kind) for kind in kinds}
    known: set[tuple[str, str, int]] = set()
    number = 0
    while chosen and number < count:
        for kind in list(chosen):
            claim = _next_new(chosen[kind], known)
            if claim is None:
                del chosen[kind]
                continue
            own = directory / f"{scenario.name}-{number}"
            removed = scenario.edited(claim.edits, own / "removed")
            error = of_duckrow(removed, sources, graph=False).error
            if error and not claim.is_about(error):
                shutil.rmtree(own)
                continue
            replaced = None
            if claim.question[0] == "value" and claim.replacement is not None:
                replaced = scenario.edited([claim.replacement], own / "replaced")
            control = _control(scenario, claim, own, sources)
            yield Trial(claim, removed, control, replaced)
            number += 1
            if number >= count:
                return


def _next_new(claims: Iterator[Claim], known: set[tuple[str, str, int]]) -> Claim | None:
    """Return the next claim about a statement that no other claim of its kind is about."""
    for claim in claims:
        key = claim.question[0], claim.edits[0].file, claim.edits[0].start
        if key not in known:
            known.add(key)
            return claim
    return None


def _control(
    scenario: Scenario, claim: Claim, directory: Path, sources: Sources
) -> Scenario | None:
    """Return the scenario without an unrelated statement; the first of `controls` is that one."""
    while claim.controls:
        own = directory / f"control-{len(claim.controls)}"
        control = scenario.edited(claim.controls[:1], own)
        if not of_duckrow(control, sources, graph=False).error:
            return control
        del claim.controls[0]
    return None


def judge_with_puppet(scenario: Scenario, found: list[Trial], sources: Sources) -> Verdicts:
    """Return the verdicts of the installed Puppet."""
    needs_graph = any(each.claim.needs_graph for each in found)
    jobs = [Job("before", scenario, graph=needs_graph)]
    for number, each in enumerate(found):
        graph = each.claim.needs_graph
        jobs.append(Job(f"removed {number}", each.removed, graph=graph))
        if each.control is not None:
            jobs.append(Job(f"control {number}", each.control, graph=graph))
        if each.replaced is not None:
            jobs.append(Job(f"replaced {number}", each.replaced, graph=graph))
    outcomes = of_reference(jobs)
    missing = Outcome(error="Puppet ended without an answer")
    return [
        each.verdict(
            outcomes.get("before", missing),
            outcomes.get(f"removed {number}", missing),
            outcomes.get(f"control {number}"),
            outcomes.get(f"replaced {number}"),
        )
        for number, each in enumerate(found)
    ]


def judge_with_duckrow(scenario: Scenario, found: list[Trial], sources: Sources) -> Verdicts:
    """Return the verdicts of duckrow itself."""
    before = of_duckrow(scenario, sources)

    def outcome(of: Scenario | None, trial: Trial) -> Outcome | None:
        return None if of is None else of_duckrow(of, sources, graph=trial.claim.needs_graph)

    return [
        each.verdict(
            before,
            of_duckrow(each.removed, sources, graph=each.claim.needs_graph),
            outcome(each.control, each),
            outcome(each.replaced, each),
        )
        for each in found
    ]


def _count(waiting: list[Waiting], counts: Counts, *, only_done: bool = False) -> None:
    """Count the verdicts of the judge, in the order of the scenarios."""
    while waiting and (waiting[0][2].done() or not only_done):
        scenario, found, verdicts = waiting.pop(0)
        for trial, (verdict, why) in zip(found, verdicts.result(), strict=True):
            counts.add(scenario, trial, verdict, why)
        print(f"{scenario.name}: {len(found)} answers", flush=True)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--count", type=int, default=6, help="answers about each scenario")
    options.add_argument("--seed", default="1")
    options.add_argument("--judge", choices=("puppet", "duckrow"), default="puppet")
    options.add_argument("--kinds", default=",".join(KINDS))
    options.add_argument("names", nargs="*")
    chosen = options.parse_args()
    if not os.path.isdir(INSTALLED):
        print("the puppet-module packages are not installed")
        return 0
    judge = judge_with_puppet
    if chosen.judge == "duckrow" or shutil.which("puppet") is None:
        judge = judge_with_duckrow
    scenarios = [
        each for each in installed_scenarios() if not chosen.names or each.name in chosen.names
    ]
    counts, sources = Counts(), Sources(remembers=True)
    kinds = tuple(chosen.kinds.split(","))
    waiting: list[Waiting] = []
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        for each in scenarios:
            try:
                found = list(trials(each, chosen.count, chosen.seed, Path(name), sources, kinds))
            except ResourceError as error:
                print(f"no host could apply {each.name}: {error}")
                continue
            waiting.append((each, found, pool.submit(judge, each, found, sources)))
            _count(waiting, counts, only_done=True)
        _count(waiting, counts)
    print(counts.table())
    print(f"{counts.without_control} true ones without an unrelated statement to remove")
    return 1 if counts.total(FALSE) else 0


if __name__ == "__main__":
    sys.exit(main())
