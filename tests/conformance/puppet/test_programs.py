"""Whole programs: same log, same catalog, same error at the same place as the reference's.

`programs` holds our own small manifests, with the modules, facts and environments they use. What
Puppet 7.23 made of each, with its own defaults, is recorded in `expected.jsonl.gz`: one result per
line, paths relative to the folder, addresses of objects left out. Lines at the top of a program
may say how it is run:

    # facts: NAME       facts/NAME.json instead of debian12
    # node: NAME        instead of test.example.com
    # env: NAME         environments/NAME is the environment
    # settings: a=b     settings besides the reference's defaults
    # classes: a b      classes given by an external classifier
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .results import NODE, Job, Outcome, ask_reference, differences, normal, run

PROGRAMS = Path(__file__).parent / "programs"
KINDS: dict[str, str] = json.loads((PROGRAMS / "kinds.json").read_text(encoding="utf-8"))
# Orders of application are the business of the engine; on some programs the reference breaks down.
ASIDE = {"ral", "reference-crash"}

# Programs that differ, each with the reason.
GAPS: dict[str, str] = {
    "0194-err-heredoc-bad-json": "the reference quotes a line number of its JSON reader's source",
}

_DIRECTIVE = re.compile(r"#\s*(facts|node|env|settings|classes)\b:\s*(.*)$")


@cache
def expected() -> dict[str, Outcome]:
    with gzip.open(PROGRAMS / "expected.jsonl.gz", "rt", encoding="utf-8") as lines:
        return {result["id"]: result for result in map(json.loads, lines)}


@cache
def facts(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PROGRAMS / "facts" / f"{name}.json").read_bytes())
    return found


def directives(path: Path) -> dict[str, str]:
    """Read how a program is to be run."""
    found = {}
    with path.open(encoding="utf-8", errors="replace", newline="") as lines:
        for line in lines:
            if not line.startswith("#"):
                break
            if match := _DIRECTIVE.match(line.strip()):
                found[match[1]] = match[2].strip()
    return found


def job(name: str) -> Job:
    path = PROGRAMS / f"{name}.pp"
    how = directives(path)
    made: Job = {
        "id": name,
        "manifest": str(path),
        "modulepath": [str(PROGRAMS / "modules")],
        "node": how.get("node", NODE),
        "facts": facts(how.get("facts", "debian12")),
        "settings": dict(each.split("=", 1) for each in how.get("settings", "").split()),
        "classes": how.get("classes", "").split(),
    }
    if "env" in how:
        folder = PROGRAMS / "environments" / how["env"]
        made["environment_dir"] = str(folder)
        if (folder / "modules").is_dir():
            made["modulepath"].insert(0, str(folder / "modules"))
    return made


def cases() -> Iterator[Any]:
    for name, kind in KINDS.items():
        if kind not in ASIDE:
            marks = [pytest.mark.xfail(reason=GAPS[name])] if name in GAPS else []
            yield pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", list(cases()))
def test_program(name: str) -> None:
    found = list(differences(expected()[name], normal(run(job(name)), str(PROGRAMS))))
    assert not found, "\n".join(found)


def test_all_programs_are_there() -> None:
    assert sorted(KINDS) == sorted(path.stem for path in PROGRAMS.glob("*.pp"))
    assert sorted(KINDS) == sorted(expected())
    assert len(KINDS) == 1270


def test_a_difference_is_told() -> None:
    name = "0001-int-decimal"
    found = normal(run(job(name)), str(PROGRAMS))
    found["logs"][0]["message"] += "!"
    assert [each.split("\n")[0] for each in differences(expected()[name], found)] == ["logs"]


@pytest.mark.reference
def test_the_reference_still_says_so() -> None:
    names = [name for name, kind in KINDS.items() if kind not in ASIDE]
    answers = ask_reference(map(job, names))
    different = [
        name
        for name, answer in zip(names, answers, strict=True)
        if list(differences(expected()[name], normal(answer, str(PROGRAMS))))
    ]
    assert different == []
