"""Requests of agents for files, answered as by Puppet 7.23.

A row of a table is a request: METHOD NAME/KEY?QUERY below /puppet/v3, with `accept TYPE` behind it.
The environment is production unless the query names one; `environment=` leaves it out. Its answer
is the status and the body; a list of metadata has a line for each file, sorted by path. Times and
the ids of this process are replaced by words. `--- host before` lists the files below the directory
that holds conf/ and code/.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote

from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions
from tests.conformance.tree import read_listing

from duckrow.puppet.environment.environment import Environment
from duckrow.puppet.environment.find import environment_at, find_directory
from duckrow.puppet.file_serving.server import FileServer
from duckrow.puppet.settings.settings import Settings
from duckrow.server.files.endpoints import get_file_content, get_file_metadata, get_file_metadatas
from duckrow.server.http.exchange import Client, Refusal, Request

from .compiling import ask_ruby

CASES = cases_of(Path(__file__).parent / "file_serving")
ENDPOINTS = {
    "file_metadata": get_file_metadata,
    "file_metadatas": get_file_metadatas,
    "file_content": get_file_content,
}


class Site:
    """A site below a directory."""

    def __init__(self, root: Path) -> None:
        self.settings = Settings(
            {
                "confdir": f"{root}/conf",
                "vardir": f"{root}/var",
                "codedir": f"{root}/code",
                "basemodulepath": f"{root}/code/modules",
            }
        )
        self.environments = self
        self.files = FileServer(self.settings, lambda _message: None)

    def find(self, name: str) -> Environment | None:
        directory = find_directory(self.settings, name)
        return None if directory is None else environment_at(self.settings, name, directory)


def make_files(case: Case, root: Path) -> None:
    for entry in read_listing(case.section("host before")):
        (root / entry.path).parent.mkdir(parents=True, exist_ok=True)
        entry.make(str(root), str)
    for name in ("conf", "var", "code/modules", "code/environments/production"):
        (root / name).mkdir(parents=True, exist_ok=True)
    subprocess.run(["sh", "-ec", case.section("setup")], cwd=root, check=True)


def parsed(question: str) -> dict[str, Any]:
    asked, _, accept = question.partition(" accept ")
    method, _, rest = asked.partition(" ")
    path, _, query = rest.partition("?")
    fields = parse_qs(query, keep_blank_values=True)
    if fields.get("environment") == [""]:
        del fields["environment"]
    else:
        fields.setdefault("environment", ["production"])
    return {
        "method": method,
        "path": f"/puppet/v3/{unquote(path)}",
        "query": fields,
        "accept": accept or "*/*",
    }


def shown(status: int, body: str, root: Path) -> str:
    """Write an answer as text."""
    body = body.replace(str(root), "ROOT")
    try:
        data = json.loads(body)
    except ValueError:
        return f"{status}\n{body}".rstrip("\n")
    entries = data if isinstance(data, list) else [data]
    for each in entries:
        if "owner" in each:
            each["owner"] = "us" if each["owner"] == os.geteuid() else each["owner"]
            each["group"] = "us" if each["group"] == os.getegid() else each["group"]
            each["mode"] = f"{each['mode']:04o}"
            if each["checksum"]["type"] in ("mtime", "ctime"):
                each["checksum"]["value"] = "{" + each["checksum"]["type"] + "}TIME"
    entries.sort(key=lambda each: str(each.get("relative_path")))
    lines = [json.dumps(each, ensure_ascii=False) for each in entries]
    return "\n".join([str(status), *lines])


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    answers: list[Answer] = []
    for number, case in enumerate(cases):
        root = scratch / str(number)
        root.mkdir()
        make_files(case, root)
        found = ask_ruby("file_serving.rb", map(parsed, questions(case)), str(root))
        answers.append([shown(each["status"], each["body"], root) for each in found])
    return answers


def ask(site: Site, question: str, root: Path) -> str:
    asked = parsed(question)
    client = Client("huey.pond.lab", 7, {}, b"")
    headers = {"accept": asked["accept"]}
    request = Request(
        asked["method"], asked["path"], asked["query"], headers=headers, client=client
    )
    try:
        answer = ENDPOINTS[asked["path"].split("/")[3]](site, request)
    except Refusal as refusal:
        answer = refusal.answer()
    body = answer.body if answer.file is None else Path(answer.file).read_bytes()
    return shown(answer.status, body.decode(), root)


@each_case(CASES)
def test_files(case: Case, tmp_path: Path) -> None:
    make_files(case, tmp_path)
    site = Site(tmp_path)
    assert_answer(case, [ask(site, each, tmp_path) for each in questions(case)])
    # Answers that are known from before are the same.
    assert_answer(case, [ask(site, each, tmp_path) for each in questions(case)])
