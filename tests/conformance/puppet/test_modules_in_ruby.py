"""Functions and templates in Ruby that modules bring.

`modules_in_ruby/cases.txt` holds programs, each after a line with its name. They use the module
`lab` beside them. What Puppet 7.23 makes of each is recorded in answers.jsonl.gz; with --reference
it is asked anew, and --accept writes its answers down.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

import pytest

from .results import Job, Outcome, ask_reference, differences, normal, run

HERE = Path(__file__).parent / "modules_in_ruby"
ANSWERS = HERE / "answers.jsonl.gz"

FACTS = {
    "os": {"family": "Debian", "name": "Debian"},
    "osfamily": "Debian",
    "hostname": "test",
    "list": [1, 2],
}


@cache
def jobs() -> list[Job]:
    found: list[Job] = []
    for line in (HERE / "cases.txt").read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith("=== "):
            modules = [str(HERE / "modules")]
            found.append(
                {"id": line[4:].strip(), "code": "", "modulepath": modules, "facts": FACTS}
            )
        else:
            found[-1]["code"] += line
    return found


@cache
def expected() -> dict[str, Outcome]:
    with gzip.open(ANSWERS, "rt", encoding="utf-8") as lines:
        return {result["id"]: result for result in map(json.loads, lines)}


@pytest.mark.parametrize("job", jobs(), ids=lambda job: job["id"])
def test_modules_in_ruby(job: Job) -> None:
    found = list(differences(expected()[job["id"]], normal(run(job), str(HERE))))
    assert not found, "\n".join(found)


def test_each_case_has_its_own_name_and_an_answer() -> None:
    names = [job["id"] for job in jobs()]
    assert len(names) == len(set(names))
    assert set(names) == set(expected())


@pytest.mark.reference
def test_the_reference_still_says_so(pytestconfig: pytest.Config) -> None:
    answers = [normal(answer, str(HERE)) for answer in ask_reference(jobs())]
    if pytestconfig.getoption("--accept"):
        lines = "".join(f"{json.dumps(each, sort_keys=True)}\n" for each in answers)
        ANSWERS.write_bytes(gzip.compress(lines.encode(), mtime=0))
        expected.cache_clear()
    different = [
        answer["id"] for answer in answers if list(differences(expected()[answer["id"]], answer))
    ]
    assert different == []
