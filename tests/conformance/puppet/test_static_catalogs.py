"""Metadata of file sources in static catalogs, as Puppet 7.23 adds it.

The program of a case is a manifest. The answer has a line for each file, or the error.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case

from duckrow.puppet.environment import Node, compile_catalog
from duckrow.puppet.environment.find import environment_at
from duckrow.puppet.file_serving.errors import FileServingError
from duckrow.puppet.file_serving.server import FileServer
from duckrow.puppet.file_serving.static import inline_metadata

from .compiling import ask_ruby
from .test_file_serving import Site, make_files, shown

CASES = cases_of(Path(__file__).parent / "static_catalogs")


def text_of(found: dict[str, Any], root: Path) -> str:
    """Write metadata as text."""
    if "error" in found:
        return f"error: {found['error']}\n".replace(str(root), "ROOT")
    lines = []
    for title, data in sorted((found.get("metadata") or {}).items()):
        lines.append(f"{title}: {_entry(data, root)}")
    for title, sources in sorted((found.get("recursive_metadata") or {}).items()):
        for source, entries in sources.items():
            lines.append(f"{title} from {source}:")
            lines += [f"- {line}" for line in shown(200, json.dumps(entries), root).split("\n")[1:]]
    return "\n".join(lines or ["nothing"]) + "\n"


def _entry(data: object, root: Path) -> str:
    return shown(200, json.dumps(data), root).split("\n")[1]


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    answers: list[Answer] = []
    for number, case in enumerate(cases):
        root = scratch / str(number)
        root.mkdir()
        make_files(case, root)
        (found,) = ask_ruby("static_catalogs.rb", [case.program], str(root))
        answers.append(text_of(found, root))
    return answers


@each_case(CASES)
def test_metadata(case: Case, tmp_path: Path) -> None:
    make_files(case, tmp_path)
    settings = Site(tmp_path).settings
    directory = f"{tmp_path}/code/environments/production"
    environment = environment_at(settings, "production", directory, code=case.program)
    data = compile_catalog(environment, Node("huey.lab", {})).data()
    assert data is not None
    server = FileServer(settings, lambda _message: None)
    try:
        inline_metadata(data, environment, server, "quack.sha256.md5")
    except FileServingError as error:
        data = {"error": str(error)}
    assert_answer(case, text_of(data, tmp_path))
