"""What is wrong with a policy is said in the words of cf-promises 3.21.0, at its places."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case
from tests.conformance.tree import decoded

from duckrow.cfengine.policy.check import check_policy, read_file
from duckrow.cfengine.policy.policy import Policy

from .policies import installed, write_files

CASES = cases_of(Path(__file__).parent / "errors")
NAME = "./policy.cf"
NO_ERRORS = "(nothing is wrong)\n"


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    return [
        decoded(run_promises(case, scratch / str(number), "-c").stderr) or NO_ERRORS
        for number, case in enumerate(cases)
    ]


def run_promises(case: Case, scratch: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    """Run the installed cf-promises on a case, in a work directory of its own."""
    write_files(case, scratch / "policy")
    (scratch / "work").mkdir(mode=0o700)
    return subprocess.run(
        [installed("cf-promises"), *options, "-f", NAME],
        cwd=scratch / "policy",
        env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(scratch / "work")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )


@each_case(CASES)
def test_errors(case: Case) -> None:
    parsed = read_file(case.program, NAME)
    lines = parsed.lines()
    if not parsed.is_broken:
        policy = Policy()
        policy.add(parsed.blocks, NAME)
        for bundle in policy.bundles:
            if bundle.name == "__main__":
                bundle.name = "main"
        lines += check_policy(policy, NAME)
    assert_answer(case, "".join(f"{line}\n" for line in lines) or NO_ERRORS)
