"""Record what the reference makes of the calls in `cases.py`.

    python -m tests.conformance.puppet.functions.record [NAME...]

asks reference/compile.rb and writes recorded/NAME.json for each function: a list of programs,
each with the messages that it logs and the error that it ends in, if it does.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

from tests.conformance.puppet.functions.cases import cases

HERE = Path(__file__).parent
DRIVER = HERE.parents[1] / "reference" / "compile.rb"
NODE = " on node test.example.com"

# Where the reference breaks down its message tells of its own insides, or of an address in memory.
BROKEN = ("undefined method", "uninitialized constant", "#<Puppet")
# The names of the types of iterators vary with how a mismatch came about.
VARYING = "got Iterator["
# Types are objects there, with attributes that the language does not show.
OWN_OBJECTS = [f"tree_each({root}" for root in ("Class", "Enum", "File", "Integer")]

# What Puppet 8 takes and 7 refuses.
NEWER = ("split(Sensitive", "regsubst(Sensitive")


def ask(programs: list[str]) -> list[dict[str, Any]]:
    lines = "".join(
        json.dumps({"program": program, "modules": "/nonexistent"}) + "\n" for program in programs
    )
    done = subprocess.run(
        ["ruby", str(DRIVER)], input=lines, capture_output=True, text=True, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(programs):
        raise SystemExit(f"{programs[len(answers)]}: no answer\n{done.stderr}")
    return answers


def is_kept(program: str, answer: dict[str, Any]) -> bool:
    """Tell whether an answer can be expected of anyone else."""
    told = json.dumps(answer)
    if any(call in program for call in (*OWN_OBJECTS, *NEWER)):
        return False
    return not any(word in told for word in (*BROKEN, VARYING))


def sample(programs: list[str]) -> list[str]:
    """Keep all that look at one rule, and some of the many that go through all kinds of values."""
    few = len(programs) <= 60
    return [program for program in programs if few or crc32(program.encode()) % 5 == 0]


def record(names: list[str]) -> None:
    """Write the answers of some functions, or of all."""
    for name, (own, others) in cases().items():
        if names and name not in names:
            continue
        programs = [*own, *sample(others)]
        kept = []
        for program, answer in zip(programs, ask(programs), strict=True):
            if is_kept(program, answer):
                logs = [
                    message if level == "notice" else f"{level}: {message}"
                    for level, _, message in answer["logs"]
                    if level not in ("debug", "err")
                ]
                error = answer["error"]
                kept.append([program, logs, error and error.removesuffix(NODE)])
        text = ",\n".join(json.dumps(case, ensure_ascii=False) for case in kept)
        (HERE / "recorded" / f"{name}.json").write_text(f"[\n{text}\n]\n", "utf-8")


if __name__ == "__main__":
    record(sys.argv[1:])
