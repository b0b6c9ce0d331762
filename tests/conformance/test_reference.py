"""The installed reference still gives the recorded answers (`make conformance`).

Cases of `apply` and command lines take seconds each: DUCKROW_SEED chooses a sample of them.
"""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path
from random import Random

import pytest

from .case_file import write_case
from .cfengine import (
    test_daemons,
    test_errors,
    test_explain,
    test_policies,
    test_runs,
    test_witness,
)
from .cfengine import test_syntax as test_policy_syntax
from .command_lines import test_command_lines
from .facts import test_distributions
from .puppet import test_calls, test_programs, test_ruby, test_sprintf, test_syntax, test_values
from .puppet.apply import test_apply
from .recorded import with_answer

SEED = int(os.environ.get("DUCKROW_SEED", "0"))
SAMPLES = {test_apply: 40, test_command_lines: 40}
FAMILIES = (
    test_apply,
    test_calls,
    test_command_lines,
    test_daemons,
    test_distributions,
    test_errors,
    test_explain,
    test_policies,
    test_policy_syntax,
    test_programs,
    test_ruby,
    test_runs,
    test_sprintf,
    test_syntax,
    test_values,
    test_witness,
)


@pytest.mark.reference
@pytest.mark.parametrize("number", range(len(FAMILIES)), ids=[f.__name__ for f in FAMILIES])
def test_the_reference_still_says_so(number: int, tmp_path: Path) -> None:
    family = FAMILIES[number]
    cases = family.CASES
    if family in SAMPLES:
        cases = Random(SEED).sample(cases, SAMPLES[family])
    answers = family.record(cases, tmp_path)
    different: list[str] = []
    for case, answer in zip(cases, answers, strict=True):
        recorded, now = write_case(case), write_case(with_answer(case, answer))
        different += unified_diff(
            recorded.splitlines(), now.splitlines(), f"{case} as recorded", "now", lineterm="", n=1
        )
    assert not different, "\n".join(different)
