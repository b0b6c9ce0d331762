"""Many small programs on one subject, with what the reference makes of them.

A file of `batches` holds programs one after the other, each after a line with its name, followed
by settings where it needs some:

    === arrow from a class
    === overriding too late strict=error

What Puppet 7.23 makes of them is recorded in NAME.answers.jsonl.gz. With --reference it is asked
anew, and --accept writes the answers down.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from .generate_programs import Generator
from .results import Job, Outcome, ask_reference, differences, normal, run

SEED = int(os.environ.get("DUCKROW_SEED", "0"))
RANDOM_PROGRAMS = 400
HERE = Path(__file__).parent / "batches"
BATCHES = sorted(path.stem for path in HERE.glob("*.txt"))

# Programs on which the reference breaks down, or that need what is not there: by batch and name.
GAPS: dict[tuple[str, str], str] = {
    ("arrows", "string of another type"): "the reference calls a method that does not exist",
    ("arrows", "string of an unknown type"): "the reference calls a method that does not exist",
    ("arrows", "type that is no reference"): "the reference calls a method that does not exist",
    ("arrows", "Resource"): "the reference calls a method of nil",
    ("arrows", "references in a hash"): "the reference shows the inside of its own objects",
    ("collectors", "bare name"): "the reference calls a method that does not exist",
    ("collectors", "bare value"): "the reference calls a method that does not exist",
    ("collectors", "with a store"): "the reference asks for a store that is not there",
}


@cache
def jobs(batch: str) -> list[Job]:
    found: list[Job] = []
    for line in (HERE / f"{batch}.txt").read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith("=== "):
            words = line[4:].split()
            settings = dict(word.split("=", 1) for word in words if "=" in word)
            name = " ".join(word for word in words if "=" not in word)
            found.append({"id": name, "code": "", "settings": settings})
        else:
            found[-1]["code"] += line
    return found


def answers_file(batch: str) -> Path:
    return HERE / f"{batch}.answers.jsonl.gz"


@cache
def expected(batch: str) -> dict[str, Outcome]:
    with gzip.open(answers_file(batch), "rt", encoding="utf-8") as lines:
        return {result["id"]: result for result in map(json.loads, lines)}


def cases() -> Iterator[Any]:
    for batch in BATCHES:
        for job in jobs(batch):
            reason = GAPS.get((batch, job["id"]))
            marks = [pytest.mark.xfail(reason=reason)] if reason else []
            yield pytest.param(batch, job, marks=marks, id=f"{batch}: {job['id']}")


@pytest.mark.parametrize(("batch", "job"), list(cases()))
def test_program(batch: str, job: Job) -> None:
    found = list(differences(expected(batch)[job["id"]], normal(run(job))))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("batch", BATCHES)
def test_each_program_has_its_own_name_and_an_answer(batch: str) -> None:
    names = [job["id"] for job in jobs(batch)]
    assert len(names) == len(set(names))
    assert set(names) == set(expected(batch))


def test_each_gap_is_there() -> None:
    assert set(GAPS) <= {(batch, job["id"]) for batch in BATCHES for job in jobs(batch)}


@pytest.mark.reference
@pytest.mark.parametrize("batch", BATCHES)
def test_the_reference_still_says_so(batch: str, pytestconfig: pytest.Config) -> None:
    answers = [normal(answer) for answer in ask_reference(jobs(batch))]
    if pytestconfig.getoption("--accept"):
        lines = "".join(f"{json.dumps(each, sort_keys=True)}\n" for each in answers)
        answers_file(batch).write_bytes(gzip.compress(lines.encode(), mtime=0))
        expected.cache_clear()
    different = [
        answer["id"]
        for answer in answers
        if list(differences(expected(batch)[answer["id"]], answer))
    ]
    assert different == []


@pytest.mark.reference
def test_random_programs() -> None:
    random = Random(SEED)
    made: list[Job] = [
        {"id": str(number), "code": Generator(random).program()}
        for number in range(RANDOM_PROGRAMS)
    ]
    answers = ask_reference(made)
    assert sum(answer["ok"] for answer in answers) > RANDOM_PROGRAMS // 8
    for job, answer in zip(made, answers, strict=True):
        found = list(differences(normal(answer), normal(run(job))))
        assert not found, "\n".join([job["code"], *found])
