"""The installed reference still gives the recorded answers (`make conformance`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from .case_file import write_case
from .cfengine import test_daemons, test_errors, test_policies, test_runs
from .cfengine import test_syntax as test_policy_syntax
from .puppet import test_calls, test_programs, test_ruby, test_sprintf, test_syntax, test_values
from .recorded import with_answer

FAMILIES = (
    test_calls,
    test_daemons,
    test_errors,
    test_policies,
    test_policy_syntax,
    test_programs,
    test_ruby,
    test_runs,
    test_sprintf,
    test_syntax,
    test_values,
)


@pytest.mark.reference
@pytest.mark.parametrize("number", range(len(FAMILIES)), ids=[f.__name__ for f in FAMILIES])
def test_the_reference_still_says_so(number: int, tmp_path: Path) -> None:
    family = FAMILIES[number]
    answers = family.record(family.CASES, tmp_path)
    different = [
        case
        for case, answer in zip(family.CASES, answers, strict=True)
        if write_case(case) != write_case(with_answer(case, answer))
    ]
    assert different == []
