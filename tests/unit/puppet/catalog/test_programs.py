"""Small programs and what Puppet 7.23 makes of them, to the last tag and edge.

`programs.jsonl` holds the programs, `programs_expected.jsonl.gz` the reference's answers: resources
in order (those that are the same in every catalog left out), edges, tags, classes, what stayed
virtual, messages, or the error. Settings are those of Puppet 7.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.catalog.build import LogEntry
from duckrow.puppet.catalog.to_data import catalog_data, virtual_data
from duckrow.puppet.environment import Environment, Node, Result, compile_catalog
from duckrow.puppet.settings.settings import Settings

HERE = Path(__file__).parent
MODULES = str(HERE / "modules")
SERVER = {
    "serverversion": "7.23.0",
    "servername": "oracle.example.com",
    "serverip": "192.0.2.1",
    "environment": "production",
}
IN_EVERY_CATALOG = (("Stage", "main"), ("Class", "Settings"))

PROGRAMS = [json.loads(line) for line in (HERE / "programs.jsonl").read_text().splitlines()]
EXPECTED = {
    answer["id"]: answer
    for answer in map(
        json.loads,
        gzip.decompress((HERE / "programs_expected.jsonl.gz").read_bytes()).decode().splitlines(),
    )
}


def compiled(program: dict[str, Any]) -> Result:
    given = {"strict": "warning", "strict_variables": False, **program.get("settings", {})}
    modulepath = [MODULES] if program.get("modules") else []
    environment = Environment(code=program["code"], modulepath=modulepath, settings=Settings(given))
    node = Node(
        program.get("node", "test.example.com"),
        program.get("facts", {}),
        classes=program.get("classes"),
        parameters=program.get("parameters"),
        server_facts=SERVER,
    )
    return compile_catalog(environment, node)


def said(log: LogEntry) -> str:
    words = log.place.words() if log.place is not None else ""
    return f"{log.message} {words}" if words else log.message


def answer_of(result: Result) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    if result.failure is not None:
        answer["error"] = result.failure.message
    else:
        data = catalog_data(result.build)
        answer["resources"] = [
            each
            for each in data["resources"]
            if (each["type"], each["title"]) not in IN_EVERY_CATALOG
        ]
        answer["edges"] = [f"{each['source']} {each['target']}" for each in data["edges"]]
        answer["tags"] = data["tags"]
        answer["classes"] = data["classes"]
        answer["virtual"] = virtual_data(result.build)
    answer["logs"] = [
        [log.level, log.source, said(log)]
        for log in result.logs
        if log.level not in ("debug", "info") or log.source.startswith("Scope(")
    ]
    # Through JSON and back, as whoever asked for the catalog gets it.
    found: dict[str, Any] = json.loads(json.dumps(answer).replace(MODULES, "MODULES"))
    return found


@pytest.mark.parametrize("program", PROGRAMS, ids=[program["id"] for program in PROGRAMS])
def test_the_catalog_is_the_references(program: dict[str, Any]) -> None:
    expected = dict(EXPECTED[program["id"]])
    del expected["id"]
    assert answer_of(compiled(program)) == expected
