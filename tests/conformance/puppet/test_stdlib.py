"""Calls of the functions of stdlib: same messages, errors and resources as the reference's.

`functions/stdlib` holds what Puppet 7.23 with stdlib 8.5.0 made of each program; `record.py` there
asked it. Here the module has the files of its functions, with nothing in them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.cli.logs import full_message
from duckrow.puppet.catalog.to_data import catalog_data
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.functions.stdlib.table import NEWER, OLDER
from duckrow.puppet.settings.settings import Settings

from .functions.stdlib.given import FACTS, make_files, make_module

FOLDER = Path(__file__).parent / "functions" / "stdlib"
NODE = "test.example.com"
DEFAULTS = {"strict": "warning", "strict_variables": "false", "certname": NODE}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stdlib")
    make_files(folder / "files")
    make_module(folder / "modules", NEWER, OLDER)
    return folder


def run(code: str, modules: Path) -> list[Any]:
    """Compile a program; give its messages, its error and its resources."""
    environment = Environment(code=code, modulepath=[str(modules)], settings=Settings(DEFAULTS))
    done = compile_catalog(environment, Node(NODE, FACTS))
    logs = [
        [entry.level, full_message(entry)]
        for entry in done.logs
        if entry.level not in ("debug", "info", "err")
    ]
    if done.failure is not None:
        return [logs, str(done.failure.to_data()["message"]).removesuffix(f" on node {NODE}"), []]
    resources = [
        [f"{each['type']}[{each['title']}]", each.get("parameters", {})]
        for each in catalog_data(done.build)["resources"][3:]
    ]
    return [logs, None, resources]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_calls(path: Path, place: Path) -> None:
    files, modules = str(place / "files"), str(place / "modules")
    cases: list[list[Any]] = json.loads(path.read_text("utf-8"))
    assert cases
    different = []
    for code, *wanted in cases:
        text = json.dumps(run(code.replace("FILES", files), place / "modules"))
        found = json.loads(text.replace(files, "FILES").replace(modules, "MODULES"))
        if found != wanted:
            different.append((code, found, wanted))
    assert not different


def test_without_the_module_they_are_unknown(tmp_path: Path) -> None:
    assert run("notice(any2array(1))", tmp_path)[1].startswith(
        "Evaluation Error: Unknown function: 'any2array'."
    )


def test_a_module_of_another_name_is_not_stdlib(place: Path, tmp_path: Path) -> None:
    make_module(tmp_path, NEWER, OLDER)
    (tmp_path / "stdlib").rename(tmp_path / "other")
    assert run("notice(any2array(1))", tmp_path)[1] is not None
    assert run("notice(any2array(1))", place / "modules") == [[["notice", "[1]"]], None, []]


def test_what_the_module_lacks_is_unknown(tmp_path: Path) -> None:
    make_module(tmp_path, NEWER, OLDER.keys() - {"any2array"})
    assert run("notice(any2array(1))", tmp_path)[1] is not None
    assert run("notice(any2bool(1))", tmp_path)[1] is None
