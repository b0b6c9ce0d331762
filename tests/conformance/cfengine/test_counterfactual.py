"""What an answer says would make a promise run does make it run.

For a promise that was skipped the answer names classes: "it runs if class x is defined before it",
with `or` between alternatives. With the classes of each alternative from the command line (-D),
the promise has to be evaluated, or skipped for another reason; with a class that no answer names it
is skipped as before. `make conformance` asks the installed cf-agent too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import each_case

from duckrow.cfengine.evaluation.classes.table import LONGEST_CLASS
from duckrow.cfengine.evaluation.messages.recorder import DEFINITIONS
from duckrow.cfengine.explain.questions import answer
from duckrow.cfengine.explain.record import RunRecord

from . import test_explain, test_witness
from .agreement import logged_name, recorded_run
from .witness import Witness, record_log

_TOPICS = ("passes", "ordering", "classes", "scopes", "methods", "iteration", "bodies")
CASES = [
    *test_explain.CASES,
    *(case for case in test_witness.POLICIES.values() if case.topic in _TOPICS),
]
_HINT = re.compile(r"it runs if (class \S+ is defined before it(?:, or | or |, | and |$))+")
_NAME = re.compile(r"class (\S+) is defined before it")


@each_case(CASES)
def test_classes_that_an_answer_names(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = recorded_run(case, tmp_path / "before", monkeypatch)
    for number, (index, names) in enumerate(_named(before)):
        skipped = _causes(before, index)
        with_classes = recorded_run(case, tmp_path / f"{number}", monkeypatch, names)
        assert skipped[-1] not in _causes(with_classes, index), names
        without = recorded_run(case, tmp_path / f"{number}.other", monkeypatch, ["unrelated_class"])
        assert _causes(without, index) == skipped


@pytest.mark.reference
@each_case(test_explain.CASES)
def test_the_reference_agrees(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorded_run(case, tmp_path / "duckrow", monkeypatch)
    for number, (index, names) in enumerate(_named(record)):
        promise = record.promises[index]
        if promise.type in DEFINITIONS:
            continue  # the log does not show their start
        name = promise.handle or logged_name(promise)
        for words, is_begun in (((), False), (("-D", ",".join(names)), True)):
            scratch = tmp_path / f"{number}.{is_begun}"
            scratch.mkdir()
            witness = Witness(record_log(case, scratch, words), scratch / "tree")
            assert (name in witness.begun) is is_begun, (name, names)


def _named(record: RunRecord) -> Iterator[tuple[int, list[str]]]:
    """Return the skipped promises whose answers name classes, with these."""
    for index in range(len(record.promises)):
        hint = _answer(record, index)
        if not _HINT.fullmatch(hint):
            continue
        for alternative in re.split(r",? or ", hint):
            names = _NAME.findall(alternative)
            if all(len(name) < LONGEST_CLASS for name in names):
                yield index, names


def _answer(record: RunRecord, index: int) -> str:
    promise = record.promises[index]
    place = f"{promise.file}:{promise.line}:{promise.column}"
    return answer(record, "promise", place).hint


def _causes(record: RunRecord, index: int) -> list[tuple[str, str]]:
    """Return why a promise was skipped, for each of its rounds."""
    promise = record.promises[index]
    return [
        (each.cause, each.about)
        for each in record.steps
        if each.promise is promise and each.outcome == "skipped" and each.cause != "done"
    ]
