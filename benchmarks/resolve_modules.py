"""How fast are versions of modules chosen?

A source in memory offers 1,000 modules in ten versions, each with four dependencies, as the JSON
that a Forge would send. Reading it, choosing a version of every module, and the sentences of a
conflict are timed in one process, as time of the CPU; the best round counts. In the second world
modules need neighbours of about their own version; in the third there is no answer.

    python benchmarks/resolve_modules.py [--rounds N] [--modules N]
"""

from __future__ import annotations

import argparse
import json
import time
from random import Random

from duckrow.puppet.module_sources.candidates import Candidates, ConflictError
from duckrow.puppet.module_sources.puppetfile import Entry, Puppetfile
from duckrow.puppet.module_sources.release import FORGE, Origin, Release, release_of
from duckrow.puppet.values.semver_range import SemVerRange

VERSIONS = 10


class Offer:
    """A source in memory, which holds JSON."""

    shown = "the benchmark"

    def __init__(self, texts: dict[str, list[str]]) -> None:
        self.texts = texts

    def releases(self, name: str) -> list[Release]:
        origin = Origin(FORGE, "", "")
        return [release_of(json.loads(text), origin) for text in self.texts.get(name, ())]


def world(kind: str, count: int) -> dict[str, list[str]]:
    """Return the metadata of all releases; a module needs only modules of higher numbers."""
    random = Random(7)
    found: dict[str, list[str]] = {}
    for number in range(count):
        below = range(number + 1, min(count, number + 40))
        needs = random.sample(below, min(len(below), 4))
        texts = []
        for version in range(1, VERSIONS + 1):
            listed = [
                {
                    "name": f"duck/m{each}",
                    "version_requirement": _range(kind, random, version),
                }
                for each in needs
            ]
            metadata = {"name": f"duck-m{number}", "version": f"{version}.0.0"}
            texts.append(json.dumps({**metadata, "dependencies": listed}))
        found[f"duck-m{number}"] = texts
    return found


def _range(kind: str, random: Random, version: int) -> str:
    if kind == "the newest fit":
        return f">= {random.randint(1, version)}.0.0"
    # Every module needs neighbours of about its own version.
    low = max(1, version - random.randint(0, 1))
    return f">= {low}.0.0 < {version + 1}.0.0"


def ask(kind: str, texts: dict[str, list[str]], wanted: int) -> str:
    """Resolve a Puppetfile that asks for some modules; return how it ended."""
    puppetfile = Puppetfile("Puppetfile")
    puppetfile.entries = [Entry(f"duck/m{number}", number + 1) for number in range(wanted)]
    if kind == "no answer":
        for entry, text in zip(puppetfile.entries, ("10.x", "1.x"), strict=False):
            entry.text, entry.range = text, SemVerRange.parse(text)
    try:
        chosen = Candidates(puppetfile, {}, [Offer(texts)]).resolve().releases
    except ConflictError as error:
        return f"a conflict of {error.why.count('. ') + 1} sentences"
    return f"{len(chosen)} modules"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--modules", type=int, default=1_000)
    options = parser.parse_args()
    for kind in ("the newest fit", "old versions fit", "no answer"):
        texts = world(kind, options.modules)
        times = []
        for _ in range(options.rounds):
            start = time.process_time()
            ended = ask(kind, texts, 20)
            times.append(time.process_time() - start)
        print(f"{kind:<20} {min(times) * 1000:8.0f} ms  {ended}")


if __name__ == "__main__":
    main()
