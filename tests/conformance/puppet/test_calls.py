"""Calls of functions in small programs: same log, same error, same resources as the reference's.

`calls` holds programs, one on a line, with what Puppet 7.23 made of each; `calls/record.py` asked
it. They are run with Puppet 7's settings against the modules beside them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.catalog.to_data import catalog_data
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.loaders.sources import Sources
from duckrow.puppet.settings.settings import Settings

CALLS = Path(__file__).parent / "calls"
MODULES = CALLS / "modules"
NAME = "test.example.com"
SOURCES = Sources(remembers=True)


def run(program: str) -> list[Any]:
    """Compile a program; give the answer in the recorded shape."""
    environment = Environment(
        modulepath=[str(MODULES)],
        code=program,
        settings=Settings({"strict": "warning", "strict_variables": "false", "certname": NAME}),
        sources=SOURCES,
    )
    done = compile_catalog(environment, Node(NAME, {"networking": {"fqdn": NAME}}))
    logs = []
    for entry in done.logs:
        place = entry.place.words() if entry.place is not None else ""
        message = f"{entry.message} {place}" if place else entry.message
        logs.append([entry.level, entry.source, message])
    error = None
    resources = []
    if done.failure is not None:
        error = done.failure.to_data()["message"]
        logs.pop()
    else:
        resources = [
            [f"{each['type']}[{each['title']}]", each.get("parameters", {}), sorted(each["tags"])]
            for each in catalog_data(done.build)["resources"][3:]
        ]
    said = json.dumps([logs, error, resources]).replace(f"{MODULES}/", "")
    found: list[Any] = json.loads(said)
    return found


@pytest.mark.parametrize("subject", sorted(path.stem for path in CALLS.glob("*.json")))
def test_calls(subject: str) -> None:
    answers = json.loads((CALLS / f"{subject}.json").read_text("utf-8"))
    assert len(answers) > 50
    wrong = []
    for program, wanted in answers.items():
        found = run(program)
        # 1, 1.0 and true are the same to Python; their texts are not.
        if json.dumps(found) != json.dumps(wanted):
            wrong.append(f"{program}\n  reference: {wanted}\n  duckrow:   {found}")
    assert not wrong, f"{len(wrong)} of {len(answers)}\n" + "\n".join(wrong)
