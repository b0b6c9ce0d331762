"""Small programs on every corner of the grammar, with the tree or the error the reference gives.

A case file holds cases for one topic:

    === what the case shows
    the program
    --- tree
    the tree in PN notation, as Puppet 7.23 writes it

or, for a program that is refused, `--- error LINE:COLUMN` and the message. In a program ␍ stands
for a carriage return, ␉ for a tab and ␣ for a space that would be lost at the end of a line; a case
file whose name ends in _epp holds templates, one whose name ends in _tasks is read as for plans.
`pytest --reference --accept` asks the installed Puppet and rewrites the answers.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.pn import to_text
from duckrow.puppet.validation import validate
from duckrow.source.diagnostic import ERROR
from duckrow.source.errors import SourceError

FOLDER = Path(__file__).parent / "syntax"
DRIVER = Path(__file__).parent.parent / "reference" / "trees.rb"
SHOWN = {"␍": "\r", "␉": "\t", "␣": " "}
# Puppet parses it, and cannot write its tree.
UNWRITTEN = "--- tree\nNone"
# Ruby itself refuses these, and names no place.
WITHOUT_PLACE = ("illegal-regexp", "number-too-large")


class Case:
    def __init__(self, topic: str, text: str) -> None:
        head, _, rest = text.partition("\n")
        self.topic = topic
        self.name = head.strip()
        self.written, mark, answer = rest.partition("\n--- ")
        self.answer = mark.lstrip() + answer.strip("\n") if mark else ""
        self.program = self.written
        for shown, meant in SHOWN.items():
            self.program = self.program.replace(shown, meant)

    @property
    def is_template(self) -> bool:
        return self.topic.endswith("_epp")

    @property
    def is_for_tasks(self) -> bool:
        return self.topic.endswith("_tasks")


def cases(path: Path) -> list[Case]:
    blocks = ("\n" + path.read_text(encoding="utf-8")).split("\n=== ")[1:]
    return [Case(path.stem, block) for block in blocks]


ALL = [case for path in sorted(FOLDER.glob("*.txt")) for case in cases(path)]


def our_answer(case: Case) -> str:
    try:
        program = parse(case.program, "case.pp", epp=case.is_template, tasks=case.is_for_tasks)
    except SourceError as error:
        found = [error.diagnostic]
    else:
        found = validate(program, tasks=case.is_for_tasks)
        found = [finding for finding in found if finding.severity == ERROR]
        if not found:
            return f"--- tree\n{to_text(program)}"
    first = found[0]
    if len(found) > 1:
        return f"--- error None:None\nLanguage validation logged {len(found)} errors. Giving up"
    if first.code in WITHOUT_PLACE:
        assert first.line is not None
        return f"--- error None:None\n{first.what}"
    return f"--- error {first.line}:{first.column}\n{first.what}"


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.topic}-{case.name}")
def test_case(case: Case) -> None:
    if case.answer == UNWRITTEN:
        assert our_answer(case).startswith("--- tree\n")
    else:
        assert our_answer(case) == case.answer


@pytest.mark.reference
def test_answers_are_the_references(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    names = []
    for number, case in enumerate(ALL):
        kind = "epp" if case.is_template else "tasks.pp" if case.is_for_tasks else "pp"
        name = tmp_path / f"{number}.{kind}"
        name.write_text(case.program, encoding="utf-8", newline="")
        names.append(str(name))
    done = subprocess.run(
        ["ruby", str(DRIVER), "--text"],
        input="\n".join(names),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [reference_answer(line) for line in done.stdout.splitlines()]
    if request.config.getoption("--accept"):
        rewrite(answers)
    else:
        assert [case.answer for case in ALL] == answers


def reference_answer(line: str) -> str:
    answer = json.loads(line)
    if "tree" in answer:
        return f"--- tree\n{answer['tree']}"
    error = answer["error"]
    return f"--- error {error['line']}:{error['column']}\n{error['message']}"


def rewrite(answers: list[str]) -> None:
    for path in sorted(FOLDER.glob("*.txt")):
        intro = ("\n" + path.read_text(encoding="utf-8")).split("\n=== ")[0].strip("\n")
        blocks = [intro] if intro else []
        for case, answer in zip(ALL, answers, strict=True):
            if case.topic == path.stem:
                blocks.append(f"=== {case.name}\n{case.written}\n{answer}")
        path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
