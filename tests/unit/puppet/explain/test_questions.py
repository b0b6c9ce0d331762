"""Questions that people ask, as small programs with the answers under them.

A case is a manifest, site.pp, with files beside it, and a table of questions. Each answer is the
text that `duckrow explain` prints; `--accept` writes it into the file. Settings of a case:

    facts: {"os": {"family": "Debian"}}
    node: web.example.com
    classes: {"ntp": {}}       what an external classifier gives to the node
    fails: yes                 the compile fails
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from tests.conformance.case_file import Case, Row, read_topic, write_topic

from duckrow.explain.answer import UnknownThingError
from duckrow.explain.formats import render
from duckrow.machine.local import LocalMachine
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.explain.questions import answer
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.settings.settings import Settings

CASES = Path(__file__).parent / "cases"
TOPICS = sorted(CASES.glob("*.txt"))


def recorded_compile(case: Case, directory: Path) -> Recorded:
    """Compile the program of a case with a record."""
    for name, text in {"site.pp": case.program, **case.files}.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    settings = Settings({"strict": "warning", "strict_variables": False})
    environment = Environment(
        directory=str(directory),
        manifest=str(directory / "site.pp"),
        modulepath=[str(directory / "modules")],
        settings=settings,
    )
    node = Node(
        case.setting("node", "pond.example.com"),
        json.loads(case.setting("facts", "{}")),
        classes=json.loads(case.setting("classes", "{}")),
    )
    record = Record()
    result = compile_catalog(environment, node, listener=record)
    recorded = Recorded(result.build, record, str(directory))
    recorded.has_failed = result.failure is not None
    assert recorded.has_failed == (case.setting("fails") == "yes"), result.failure
    return recorded


def answer_of(recorded: Recorded, row: Row) -> str:
    """Return the answer to a question as text."""
    question, *names = shlex.split(row.question)
    try:
        found = answer(recorded, question, names, LocalMachine())
    except UnknownThingError as error:
        return f"error: {error.what}" + (f"\n try: {error.hint}" if error.hint else "")
    return render(found, "text").rstrip("\n")


@pytest.mark.parametrize("path", TOPICS, ids=lambda path: path.stem)
def test_questions_have_the_answers_of_the_file(
    path: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    topic = read_topic(path.read_text(), path.name)
    for number, case in enumerate(topic.cases):
        assert case.rows, f"{case} asks nothing"
        recorded = recorded_compile(case, tmp_path / str(number))
        for row in case.rows:
            row.answer = answer_of(recorded, row)
    if pytestconfig.getoption("--accept"):
        path.write_text(write_topic(topic))
    else:
        assert write_topic(topic) == path.read_text()
