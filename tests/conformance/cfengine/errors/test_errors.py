"""What is wrong with a policy is said in the reference's words, at the reference's places."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.policy.check import check_policy, read_file
from duckrow.cfengine.policy.policy import Policy

CASES = sorted(Path(__file__).parent.glob("*.cf"))


def test_there_are_cases() -> None:
    assert len(CASES) >= 100


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_errors(case: Path) -> None:
    expected = case.with_suffix(".out").read_bytes().decode("utf-8", "surrogateescape")
    assert said(case) == expected


def said(case: Path) -> str:
    """Give all that is said about a policy of one file."""
    name = f"./{case.name}"
    parsed = read_file(case.read_bytes().decode("utf-8", "surrogateescape"), name)
    lines = parsed.said()
    if not parsed.is_broken:
        policy = Policy()
        policy.add(parsed.blocks, name)
        for bundle in policy.bundles:
            if bundle.name == "__main__":
                bundle.name = "main"
        lines += check_policy(policy, name)
    return "".join(f"{line}\n" for line in lines)
