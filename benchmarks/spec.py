"""How much quicker do specs run than with the real rspec-puppet? Same examples, whole commands.

    python benchmarks/spec.py [--runs 3] [--theirs 1] [--facterdb DIR] [MODULE[:SPEC,SPEC...]...]

Without modules the bundled example runs. SPEC are the files and directories of a module that run,
all kinds of specs if none are named. RSPEC is a command that runs the real RSpec: it gets the
directory of a module, a file for RSpec's JSON and those specs; without it only duckrow runs. Both
run in turn, in the same run, and the best time of each counts: of the clock, and of the processors.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DUCKROW = str(Path(sys.executable).parent / "duckrow")
KINDS = ("classes", "defines", "functions", "type_aliases", "hosts")


class Time(NamedTuple):
    """Seconds of the clock and of the processors, and how many examples ran."""

    clock: float
    processors: float
    examples: int


def measure(words: list[str], module: Path, answer: Path | None = None) -> Time:
    """Run a command; its JSON is its output, or the file it was told to write."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    done = subprocess.run(words, cwd=module, capture_output=True, check=False)
    clock = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = done.stdout if answer is None else answer.read_bytes()
    examples = [each for each in json.loads(text)["examples"] if each["id"].startswith("./")]
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Time(clock, used, len(examples))


def best(times: list[Time]) -> Time:
    """Return the best figures of several runs."""
    clock, processors = min(each.clock for each in times), min(each.processors for each in times)
    return Time(clock, processors, times[0].examples)


def kinds_of(module: Path) -> list[str]:
    """Return the directories of a module that hold specs."""
    return [f"spec/{each}" for each in KINDS if any(module.glob(f"spec/{each}/**/*_spec.rb"))]


def main() -> None:
    """Print a line for each module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("modules", nargs="*", default=[str(ROOT / "examples/spec/row")])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--theirs", type=int, default=1, help="runs of the real RSpec")
    parser.add_argument("--facterdb", default="")
    given = parser.parse_args()
    rspec = os.environ.get("RSPEC", "").split()
    options = ["--facterdb", given.facterdb] if given.facterdb else []
    with tempfile.TemporaryDirectory() as directory:
        answer = Path(directory) / "answer.json"
        for word in given.modules:
            name, _, specs = word.partition(":")
            module = Path(name)
            kinds = specs.split(",") if specs else kinds_of(module)
            ours = [DUCKROW, "spec", "--format", "json", "--cache-dir", directory, *options, *kinds]
            theirs = [*rspec, str(module.resolve()), str(answer), *kinds]
            measure(ours, module)  # compiled manifests are in the cache, as they are at work
            mine, others = [], []
            for number in range(max(given.runs, given.theirs)):
                if number < given.runs:
                    mine.append(measure(ours, module))
                if rspec and number < given.theirs:
                    others.append(measure(theirs, module, answer))
            report(module.name, best(mine), best(others) if others else None)


def report(name: str, mine: Time, other: Time | None) -> None:
    """Print the figures of one module."""
    text = (
        f"{name}: {mine.examples} examples, {mine.clock:.2f} s, {mine.processors:.2f} s of CPU time"
    )
    if other is None:
        print(f"{text}; RSPEC is not set, so nothing is compared", flush=True)
        return
    print(
        f"{text}; rspec-puppet {other.examples} examples, {other.clock:.1f} s, "
        f"{other.processors:.1f} s: {other.clock / mine.clock:.0f} times as quick, "
        f"{other.processors / mine.processors:.0f} times by CPU time",
        flush=True,
    )


if __name__ == "__main__":
    main()
