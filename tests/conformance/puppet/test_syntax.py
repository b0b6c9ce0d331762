"""Small programs on every corner of the grammar, with the tree or the errors of Puppet 7.23.

A tree is written in PN notation. `kind: template` marks EPP, `kind: tasks` a program that is read
as for plans. The answer `tree (not written)` means that Puppet parses it and fails to write the
tree.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case

from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.pn import to_text
from duckrow.puppet.validation import validate
from duckrow.source.diagnostic import ERROR
from duckrow.source.errors import SourceError

from .compiling import ask_ruby

CASES = cases_of(Path(__file__).parent / "syntax")
ENDINGS = {"template": "epp", "tasks": "tasks.pp", "": "pp"}
NOT_WRITTEN = "tree (not written)\n"
MOST_LOGGED = 10  # the reference stops writing errors after this many
# Ruby itself refuses these, and names no place.
WITHOUT_PLACE = ("illegal-regexp", "number-too-large")
# The reference's JSON reader puts a line number of its own source in front of its message.
_LINE_OF_JSON = re.compile(r'(Cannot parse invalid JSON string\. ")\d+: ')


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    names = []
    for number, case in enumerate(cases):
        path = scratch / f"{number}.{ENDINGS[case.setting('kind')]}"
        path.write_bytes(case.program.encode("utf-8", "surrogateescape"))
        names.append(str(path))
    return [reference_answer(found) for found in ask_ruby("trees.rb", names, "--text")]


def reference_answer(found: dict[str, Any]) -> str:
    if "error" not in found:
        return NOT_WRITTEN if found["tree"] is None else f"tree\n{found['tree']}\n"
    errors = [*found["logged"], found["error"]]
    lines = (error_line(each["line"], each["column"], each["message"]) for each in errors)
    return "".join(_LINE_OF_JSON.sub(r"\1", line) for line in lines)


def error_line(line: int | None, column: int | None, message: str) -> str:
    place = "" if line is None else f" {line}:{column}"
    message = message.replace("\n", "\n  | ")
    return f"error{place}: {message}\n"


def our_answer(case: Case) -> str:
    is_template, is_for_tasks = (case.setting("kind") == each for each in ("template", "tasks"))
    try:
        program = parse(case.program, "case.pp", epp=is_template, tasks=is_for_tasks)
    except SourceError as error:
        found = [error.diagnostic]
    else:
        found = validate(program, tasks=is_for_tasks)
        found = [finding for finding in found if finding.severity == ERROR]
        if not found:
            return f"tree\n{to_text(program)}\n"
    first = found[0]
    if len(found) > 1:
        lines = [error_line(each.line, each.column, each.what) for each in found[:MOST_LOGGED]]
        last = f"Language validation logged {len(found)} errors. Giving up"
        return "".join([*lines, error_line(None, None, last)])
    if first.code in WITHOUT_PLACE:
        assert first.line is not None
        return error_line(None, None, first.what)
    return error_line(first.line, first.column, first.what)


@each_case(CASES)
def test_syntax(case: Case) -> None:
    answer = our_answer(case)
    if case.answer == NOT_WRITTEN and answer.startswith("tree\n"):
        answer = NOT_WRITTEN
    assert_answer(case, answer)
