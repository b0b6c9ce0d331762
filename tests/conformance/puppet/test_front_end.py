"""Programs that are refused before anything is evaluated: same words, same place.

Each case is a manifest and, beside it, the errors that Puppet 7.23 reports for it, in order.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.puppet.syntax import parse_source, read_source
from duckrow.puppet.validation import validate
from duckrow.source.diagnostic import ERROR, Diagnostic
from duckrow.source.errors import SourceError

CASES = sorted((Path(__file__).parent / "front_end").glob("*.pp"))

MOST_LOGGED = 10  # the reference stops writing errors after this many
# The reference puts a line number of its own source in front of what its JSON reader said.
OF_THE_PLATFORM = {"heredoc_bad_json": ('"859: ', '"')}


def errors_of(path: Path) -> list[Diagnostic]:
    try:
        program = parse_source(read_source(str(path)))
    except SourceError as error:
        return [error.diagnostic]
    return [finding for finding in validate(program) if finding.severity == ERROR]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_refused_as_by_the_reference(path: Path) -> None:
    expected = json.loads(path.with_suffix(".errors.json").read_text(encoding="utf-8"))
    if path.stem in OF_THE_PLATFORM:
        for error in expected:
            error["message"] = error["message"].replace(*OF_THE_PLATFORM[path.stem])
    found = [
        {"message": error.what, "line": error.line, "column": error.column}
        for error in errors_of(path)
    ]
    if len(expected) == MOST_LOGGED:
        found = found[:MOST_LOGGED]
    assert found == expected


def test_all_cases_are_there() -> None:
    assert len(CASES) == 122
