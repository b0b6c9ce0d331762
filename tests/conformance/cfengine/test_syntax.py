"""Policies are read as by cf-promises 3.21.0: written as JSON they are the same."""

from __future__ import annotations

from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case
from tests.conformance.tree import decoded

from duckrow.cfengine.policy.check import read_file
from duckrow.cfengine.policy.dump import to_json
from duckrow.cfengine.policy.policy import Policy
from duckrow.cfengine.syntax.diagnose import diagnose
from duckrow.cfengine.syntax.parser import Unusual, parse_usual

from .test_errors import NAME, run_promises

CASES = cases_of(Path(__file__).parent / "syntax")


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    answers: list[Answer] = []
    for number, case in enumerate(cases):
        done = run_promises(case, scratch / str(number), "-p", "json")
        assert done.returncode == 0, (case, done.stdout, done.stderr)
        # Messages about evaluation come first, a line each.
        answers.append(decoded(done.stdout[done.stdout.index(b"{\n") :]))
    return answers


def written(blocks: tuple[object, ...]) -> str:
    """Write blocks as JSON."""
    policy = Policy()
    policy.add(blocks, NAME)  # type: ignore[arg-type]
    return to_json(policy.bundles, policy.bodies)


@each_case(CASES)
def test_syntax(case: Case) -> None:
    parsed = read_file(case.program, NAME)
    assert parsed.lines() == []
    assert_answer(case, written(parsed.blocks))


@each_case(CASES)
def test_both_readers_agree(case: Case) -> None:
    exact = diagnose(case.program, NAME)
    assert exact.lines() == []
    try:
        fast = tuple(parse_usual(case.program))
    except Unusual:
        return
    assert written(fast) == written(exact.blocks)
