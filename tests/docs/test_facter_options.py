"""docs/facter_options.md lists every option of the original's help, with what duckrow does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.conformance.case_file import read_topic

from duckrow.cli.drop_ins.facter_options import COMMANDS, OPTIONS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "facter_options.md"
CASES = ROOT / "tests" / "conformance" / "command_lines" / "cases" / "facter_options.txt"
MARK = "<!-- generated from cli/drop_ins/facter_options.py: pytest tests/docs --accept -->\n"


def table() -> str:
    rows = ["| option | | in duckrow |", "|---|---|---|"]
    for option in OPTIONS + COMMANDS:
        letter = f"`-{option.letter}` " if option.letter else ""
        value = " VALUE" if option.takes_value else ""
        note = f"accepted: {option.note}" if option.note else "accepted"
        rows.append(f"| {letter}`--{option.name}{value}` | {option.text.rstrip('.')} | {note} |")
    return "\n".join(rows) + "\n"


def test_the_page_has_the_table(request: pytest.FixtureRequest) -> None:
    before, mark, _ = PAGE.read_text("utf-8").partition(MARK)
    assert mark, f"{PAGE.name} has no line {MARK}"
    wanted = before + mark + "\n" + table()
    if request.config.getoption("--accept"):
        PAGE.write_text(wanted, "utf-8")
    assert PAGE.read_text("utf-8") == wanted


def test_every_option_of_the_recorded_help_is_in_the_table() -> None:
    (case,) = (case for case in read_topic(CASES.read_text("utf-8")).cases if case.title == "help")
    names = re.findall(r"\[--([a-z-]+)\]", case.answer or "")
    assert len(names) == len(OPTIONS + COMMANDS)
    assert {option.name for option in OPTIONS + COMMANDS} == set(names)
