"""Data: hierarchies, merges, interpolation, options of keys and functions that give data.

Each line of `hiera/cases.jsonl` is a case: the files of an environment (those that begin with
global/ belong to the global layer), a program, and perhaps `strict`. FOLDER in a file stands for
the folder of the case. What Puppet 7.23 logs and reports for each is recorded in answers.jsonl.gz;
with --reference it is asked anew, and --accept writes its answers down.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .results import Job, Outcome, ask_reference, differences, normal, run

HERE = Path(__file__).parent / "hiera"
ANSWERS = HERE / "answers.jsonl.gz"
FACTS = {
    "os": {"family": "Debian", "name": "Ubuntu", "release": {"major": "22", "full": "22.04"}},
    "hostname": "test",
    "list": ["a", "b"],
    "num": 5,
    "flt": 2.5,
    "yes": True,
    "nothing": None,
    "empty": "",
    "h": {"k": "v", "l": [1, 2]},
    "tricky": "%{facts.hostname}",
}


@cache
def cases() -> dict[str, dict[str, Any]]:
    lines = (HERE / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines)}


@cache
def expected() -> dict[str, Outcome]:
    with gzip.open(ANSWERS, "rt", encoding="utf-8") as lines:
        return {result["id"]: result for result in map(json.loads, lines)}


def job_of(case: dict[str, Any], folder: Path) -> Job:
    """Write the files of a case and say how its program is run."""
    environment = folder / "env"
    environment.mkdir(parents=True)
    for name, text in case["files"].items():
        path = folder / name if name.startswith("global/") else environment / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("FOLDER", str(folder)), encoding="utf-8")
    config = folder / "global" / "hiera.yaml"
    return {
        "id": case["id"],
        "code": case["code"],
        "facts": FACTS,
        "environment_dir": str(environment),
        "modulepath": [str(environment / "modules")],
        "settings": {"strict": case.get("strict", "warning"), "hiera_config": str(config)},
    }


def told(outcome: Outcome, folder: Path) -> Outcome:
    """Give what is compared: what was logged and reported."""
    found = normal(outcome, str(folder))
    return {part: found[part] for part in ("id", "ok", "logs", "error") if part in found}


@pytest.mark.parametrize("group", sorted({name.partition(" ")[0] for name in cases()}))
def test_data(group: str, tmp_path: Path) -> None:
    found = []
    for name, case in cases().items():
        if name.partition(" ")[0] == group:
            folder = tmp_path / name.replace(" ", "-")
            outcome = told(run(job_of(case, folder)), folder)
            found += [f"{name} {each}" for each in differences(expected()[name], outcome)]
    assert not found, "\n".join(found)


def test_each_case_has_an_answer() -> None:
    assert set(cases()) == set(expected())


@pytest.mark.reference
def test_the_reference_still_says_so(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    jobs = [job_of(case, tmp_path / name.replace(" ", "-")) for name, case in cases().items()]
    answers = [
        told(answer, tmp_path / answer["id"].replace(" ", "-")) for answer in ask_reference(jobs)
    ]
    if pytestconfig.getoption("--accept"):
        lines = "".join(f"{json.dumps(each, sort_keys=True)}\n" for each in answers)
        ANSWERS.write_bytes(gzip.compress(lines.encode(), mtime=0))
        expected.cache_clear()
    different = [
        answer["id"] for answer in answers if list(differences(expected()[answer["id"]], answer))
    ]
    assert different == []
