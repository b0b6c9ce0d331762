"""What a compile asks a store, and gives it: the same as Puppet 7.23 with the terminus of PuppetDB.

The file `store.json` of a case has the resources in the store. Those of other nodes are exported
unless they say something else. `answers.json` has pairs: a query of puppetdb_query() and its
answer. The setting `store error` is a status and a text, which are then the answer to every
question.

The answer has the questions to the store, then messages and the catalog of the agent, then the
catalog that is stored. The reference asks a question again in every round; here it counts once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case
from tests.unit.puppet.storeconfigs.fake_puppetdb import fits

from duckrow.puppet.environment.compile import Result, compile_catalog
from duckrow.puppet.storeconfigs.store import Command, Store, StoreError
from duckrow.puppet.storeconfigs.storing import Storing
from duckrow.source.errors import DuckrowError

from .compiling import Job, answer_text, ask_ruby, jobs_of, outcome_of, resource_lines, target_of

CASES = cases_of(Path(__file__).parent / "storeconfigs")
_OURS = ("store error",)


class Rows(Store):
    """A store of rows, which remembers what it is asked and given."""

    __slots__ = ("given", "requests")

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__()
        self.given = given
        self.requests: list[tuple[str, Any]] = []

    def resources(self, query: Any) -> list[dict[str, object]]:
        self.requests.append(("resources", query))
        self._fail("Could not retrieve resources from the PuppetDB at https://store.lab:8081: ")
        return [row for row in self.given["rows"] if fits(query, row)]

    def query(self, query: object) -> object:
        self.requests.append(("query", query))
        self._fail("")
        return next((found for asked, found in self.given["answers"] if asked == query), [])

    def submit(self, command: Command) -> None:
        payload = json.loads(json.dumps(command.payload))
        self.requests.append((f"{command.name} {command.version}", payload))

    def _fail(self, start: str) -> None:
        if "error" in self.given:
            status, text = self.given["error"]
            raise StoreError(f"{start}[{status} Bad Request] {text}")


def job_of(case: Case, directory: Path) -> Job:
    """Return how the program of a case is compiled, and what is in the store."""
    (job,) = jobs_of(case, directory)
    store: dict[str, Any] = {"rows": [], "answers": []}
    for name in ("rows", "answers"):
        text = case.files.get("store.json" if name == "rows" else "answers.json")
        if text is not None:
            store[name] = json.loads(text)
    if "store error" in case.settings:
        status, _, text = case.setting("store error").partition(" ")
        store["error"] = [int(status), text]
    for name in _OURS:
        job["settings"].pop(name, None)
    job["settings"].setdefault("storeconfigs", "true")
    return {**job, "store": store}


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    jobs = []
    for number, case in enumerate(cases):
        directory = scratch / str(number)
        directory.mkdir()
        jobs.append(job_of(case, directory))
    outcomes = ask_ruby("storeconfigs.rb", jobs)
    return [text_of(each, job) for each, job in zip(outcomes, jobs, strict=True)]


def compiled(job: Job) -> dict[str, Any]:
    """Compile with duckrow, and store the catalog."""
    rows = Rows(job["store"])
    environment, node = target_of(job)
    environment.world.find_store = lambda: rows
    done: Result = compile_catalog(environment, node)
    outcome = outcome_of(done)
    if done.ok:
        try:
            Storing(rows, node.name, environment.world.now).store_catalog(done.build, "uuid")
        except DuckrowError as error:
            outcome = {"logs": outcome["logs"], "error": {"message": str(error)}}
    return {**outcome, "requests": rows.requests}


@each_case(CASES)
def test_store(case: Case, tmp_path: Path) -> None:
    job = job_of(case, tmp_path)
    assert_answer(case, text_of(compiled(job), job))


# ---- answers as text


def text_of(outcome: dict[str, Any], job: Job) -> str:
    """Print the questions to the store, the catalog of the agent, and what is stored."""
    questions = [
        f"asks for {name} {json.dumps(content)}"
        for name, content in outcome["requests"]
        if name in ("resources", "query")
    ]
    stored = [
        line
        for name, content in outcome["requests"]
        if name not in ("resources", "query")
        for line in _stored_lines(name, content, job)
    ]
    text = "\n".join(stored)
    for folder in job.get("folders", []):
        text = text.replace(f"{folder}/", "")
    before = "".join(f"{line}\n" for line in questions)
    # How long a collector takes is no part of the answer.
    logs = [each for each in outcome["logs"] if not each["message"].startswith("Collected ")]
    outcome = {**outcome, "logs": logs}
    return before + answer_text(outcome, job) + (f"{text}\n" if text else "")


_ENDS = ("source", "target")
_MASKED = ("resources", "edges", "producer_timestamp", "catalog_uuid", "version")
_ALWAYS = {
    'Stage[main] tagged stage\n  alias => ["main"]\n  name => "main"',
    "Class[Settings] in Stage[main], kind unknown, tagged class settings",
    'Class[main] in Stage[main], kind unknown, tagged class\n  alias => ["main"]\n  name => "main"',
}


def _stored_lines(name: str, payload: dict[str, Any], job: Job) -> Iterator[str]:
    kept = {key: value for key, value in sorted(payload.items()) if key not in _MASKED}
    assert type(payload["version"]) is str
    yield f"{name} {json.dumps(kept)}"
    containers: dict[str, list[str]] = {}
    others = []
    for edge in payload["edges"]:
        source, target = (f"{edge[end]['type']}[{edge[end]['title']}]" for end in _ENDS)
        if edge["relationship"] == "contains":
            containers.setdefault(target, []).append(source)
        else:
            others.append(f"{source} {edge['relationship']} {target}")
    for each in payload["resources"]:
        around = containers.get(f"{each['type']}[{each['title']}]", [])
        lines = list(resource_lines(each, around, job.get("manifest")))
        if "\n".join(lines) not in _ALWAYS:
            yield from (f"  {line}" for line in lines)
    yield from (f"  {line}" for line in others)
