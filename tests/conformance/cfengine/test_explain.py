"""Questions about policies: the answers of `duckrow explain`, and the log of cf-agent beside them.

The file `questions` of a case has one question a line, and the file `answers` what duckrow answers
about a dry run. The answer of the reference is its verbose log of a dry run; it has to agree with
what duckrow says about every promise, class and bundle of the policy (agreement.py).
`pytest --accept` writes both.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, cases_of, each_case

from duckrow.cfengine.explain.questions import answer
from duckrow.cfengine.explain.record import RunRecord
from duckrow.explain.answer import UnknownThingError
from duckrow.explain.formats import render

from .agreement import Agreement, recorded_run
from .witness import Witness, record_log

CASES = cases_of(Path(__file__).parent / "explain" / "questions")
_NOTE = "  this is a dry run of the policy: it did not change the host, and repaired nothing\n"


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    answers: list[Answer] = []
    with pytest.MonkeyPatch.context() as patch:
        for number, case in enumerate(cases):
            for name in ("reference", "duckrow"):
                (scratch / f"{number}.{name}").mkdir()
            answers.append(record_log(case, scratch / f"{number}.reference"))
            run = recorded_run(case, scratch / f"{number}.duckrow", patch)
            case.files["answers"] = answered(case, run)
    return answers


def answered(case: Case, run: RunRecord) -> str:
    """Return the questions of a case with our answers, without the note about the dry run."""
    text = ""
    for question in case.files["questions"].splitlines():
        word, _, name = question.partition(" ")
        text += f"$ {question}\n"
        try:
            text += render(answer(run, word, name), "text").replace(_NOTE, "")
        except UnknownThingError as error:
            text += f"{error.what}\n" + (f"hint: {error.hint}\n" if error.hint else "")
    return text


@each_case(CASES)
def test_answers(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = recorded_run(case, tmp_path, monkeypatch)
    assert answered(case, run) == case.files["answers"]


@each_case(CASES)
def test_log(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert case.answer is not None
    run = recorded_run(case, tmp_path, monkeypatch)
    Agreement(run, Witness(case.answer, tmp_path / "tree")).check()
