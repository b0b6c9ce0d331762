"""A sample of answers is true: without the statement that an answer names the effect differs.

duckrow itself is the judge here; `make truth` asks the installed Puppet about real modules.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.truth.measure import KINDS, TRUE, judge_with_duckrow, trials
from tests.truth.scenario import HERE, Edit, Scenario

from duckrow.puppet.loaders.sources import Sources

OWN = Scenario("pond", str(HERE / "own/pond.pp"), (str(HERE / "own/modules"),))


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_of_answers_is_true(kind: str, tmp_path: Path) -> None:
    sources = Sources(remembers=True)
    found = list(trials(OWN, 12, "1", tmp_path, sources, (kind,)))
    verdicts = judge_with_duckrow(OWN, found, sources)
    told = [
        f"{trial.claim}: {trial.claim.reason} {verdict}: {why}"
        for trial, (verdict, why) in zip(found, verdicts, strict=True)
    ]
    assert Counter(verdict for verdict, _ in verdicts) == {TRUE: len(found)}, "\n".join(told)
    assert len(found) >= 2, "\n".join(told)


def test_a_false_answer_is_found(tmp_path: Path) -> None:
    sources = Sources(remembers=True)
    trial = next(trials(OWN, 1, "1", tmp_path, sources, ("value",)))
    # What is removed has nothing to do with the answer.
    trial.removed = OWN.edited([Edit(OWN.manifest, 0, 2, "#")], tmp_path / "other")
    trial.replaced = None
    ((verdict, why),) = judge_with_duckrow(OWN, [trial], sources)
    assert verdict == "false"
    assert why.startswith("without it the effect is the same")
