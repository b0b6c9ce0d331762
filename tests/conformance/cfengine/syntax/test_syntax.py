"""Policies are read as the reference reads them: written as JSON they are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.policy.check import read_file
from duckrow.cfengine.policy.dump import to_json
from duckrow.cfengine.policy.policy import Policy
from duckrow.cfengine.syntax.diagnose import diagnose
from duckrow.cfengine.syntax.parser import Unusual, parse_usual

CASES = sorted(Path(__file__).parent.glob("*.cf"))


def written(case: Path, blocks: tuple[object, ...]) -> str:
    """Write blocks as JSON."""
    policy = Policy()
    policy.add(blocks, f"./{case.name}")  # type: ignore[arg-type]
    return to_json(policy.bundles, policy.bodies)


def text_of(case: Path) -> str:
    """Give the text of a case, line ends as they are."""
    return case.read_bytes().decode("utf-8", "surrogateescape")


def test_there_are_cases() -> None:
    assert len(CASES) >= 30


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_syntax(case: Path) -> None:
    expected = case.with_suffix(".json").read_bytes().decode("utf-8", "surrogateescape")
    parsed = read_file(text_of(case), f"./{case.name}")
    assert parsed.said() == []
    assert written(case, parsed.blocks) == expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_both_readers_agree(case: Path) -> None:
    text = text_of(case)
    exact = diagnose(text, f"./{case.name}")
    assert exact.said() == []
    try:
        fast = tuple(parse_usual(text))
    except Unusual:
        return
    assert written(case, fast) == written(case, exact.blocks)
