"""Examples have the outcome that they have in the real rspec-puppet, and so have mutants.

`python -m tests.conformance.spec.record COMMAND` records the answers of the reference.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.spec.runner import FileResult, Job, find_files, run_file

from .examples import ANSWERS, FACTS, MUTANTS, POND, REEDS, Outcomes, changed, copy_module, plain

DATA = json.loads(ANSWERS.read_text())


def run(directory: Path, mutant: dict[str, str] | None = None, original: Path = POND) -> Outcomes:
    """Run the specs of a module with duckrow."""
    module = copy_module(directory, mutant, original)
    found: Outcomes = {}
    for file in find_files(str(module)):
        job = Job(file, str(module), [])
        job.facterdb = [str(FACTS)]
        result: FileResult = run_file(job)
        assert result.errors == []
        for each in result.examples:
            found[each.id] = [each.status, plain(each.full_description)]
    return found


def test_outcomes_and_descriptions(tmp_path: Path) -> None:
    assert run(tmp_path) == DATA["outcomes"]


def test_own_matchers_stubs_and_types(tmp_path: Path) -> None:
    assert run(tmp_path, original=REEDS) == DATA["reeds"]


@pytest.mark.parametrize("number", range(len(MUTANTS)))
def test_mutant(number: int, tmp_path: Path) -> None:
    mutated = run(tmp_path, MUTANTS[number])
    assert changed(DATA["outcomes"], mutated) == DATA["mutants"][number]


def test_mutants_are_killed_and_survive() -> None:
    """The mutants are of both kinds, so that the comparison means something."""
    killed = [each for each in DATA["mutants"] if "failed" in each.values()]
    assert 0 < len(killed) < len(MUTANTS)
