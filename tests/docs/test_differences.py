"""docs/from_puppet.md lists the command lines that intentionally differ from the originals'."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conformance.case_file import read_topic

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "from_puppet.md"
CASES = ROOT / "tests" / "conformance" / "command_lines" / "cases"
MARK = "<!-- generated from tests/conformance/command_lines/cases: pytest tests/docs --accept -->\n"


def table() -> str:
    rows = ["| command line | why |", "|---|---|"]
    for path in sorted(CASES.glob("*.txt")):
        for case in read_topic(path.read_text("utf-8"), str(path)).cases:
            reason = case.setting("differs").replace("the reference", "the original")
            lines = case.program.splitlines() if reason else []
            rows += [f"| `{line.replace('|', chr(92) + '|')}` | {reason} |" for line in lines]
    return "\n".join(rows) + "\n"


def test_the_page_lists_the_differences(request: pytest.FixtureRequest) -> None:
    before, mark, _ = PAGE.read_text("utf-8").partition(MARK)
    assert mark, f"{PAGE.name} has no line {MARK}"
    wanted = f"{before}{mark}\n{table()}"
    if request.config.getoption("--accept"):
        PAGE.write_text(wanted, "utf-8")
    assert PAGE.read_text("utf-8") == wanted
