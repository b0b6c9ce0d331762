"""How fast is data looked up, beside the installed Puppet?

A module brings a hierarchy of seven files with some thousand keys. Both compile the same programs
in one process on one core, one after the other; the best round of each counts, so files are read
and code is at hand in both. Without Puppet only our own time is printed.

    python benchmarks/lookups.py [--rounds N]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.rows import Puppet, Row, show

from duckrow.puppet.environment import Environment, Node, compile_catalog

LEVELS = ("node", "role", "site", "release", "family", "kernel", "common")
COUNT = 1_000

PROGRAMS = {
    "1,000 parameters": "include bench",
    "1,000 keys, first": 'Integer[1, 1000].each |$i| { lookup("bench::p${i}") }',
    "1,000 texts": 'Integer[1, 1000].each |$i| { lookup("bench::t${i}") }',
    "1,000 lists, unique": 'Integer[1, 1000].each |$i| { lookup("bench::l${i}") }',
    "1,000 hashes, deep": 'Integer[1, 1000].each |$i| { lookup("bench::h${i}") }',
}


def write_module(folder: Path) -> None:
    """Write a module whose values stand in one or several of its files."""
    for name in ("data", "manifests"):
        (folder / "bench" / name).mkdir(parents=True)
    entries = "".join(f"  - {{name: {level}, path: {level}.yaml}}\n" for level in LEVELS)
    (folder / "bench" / "hiera.yaml").write_text(f"version: 5\nhierarchy:\n{entries}")
    texts = dict.fromkeys(LEVELS, "")
    for number in range(1, COUNT + 1):
        level = LEVELS[number % len(LEVELS)]
        texts[level] += f"bench::p{number}: value {number}\n"
        texts["common"] += f'bench::t{number}: "%{{facts.os.family}} {number}"\n'
        for place in (level, LEVELS[-1]):
            if f"bench::l{number}:" not in texts[place]:
                texts[place] += f"bench::l{number}: [{place}, {number}]\n"
                texts[place] += f"bench::h{number}: {{a: {{{place}: {number}}}}}\n"
    texts["common"] += (
        'lookup_options:\n  "^bench::l": {merge: unique}\n  "^bench::h": {merge: deep}\n'
    )
    for level, text in texts.items():
        (folder / "bench" / "data" / f"{level}.yaml").write_text(text)
    names = ", ".join(f"$p{number}" for number in range(1, COUNT + 1))
    (folder / "bench" / "manifests" / "init.pp").write_text(f"class bench({names}) {{ }}\n")


def ours(code: str, modules: Path, rounds: int) -> float:
    environment = Environment(code=code, modulepath=[str(modules)])
    times = []
    for _ in range(rounds):
        node = Node("bench.example.com", {"os": {"family": "Debian"}})
        began = time.process_time()
        result = compile_catalog(environment, node)
        times.append(time.process_time() - began)
        assert result.ok, result.failure
    return min(times)


def rows(rounds: int) -> Iterator[Row]:
    """Measure each program, Puppet first."""
    with tempfile.TemporaryDirectory() as folder:
        modules = Path(folder)
        write_module(modules)
        puppet = Puppet()
        for name, code in PROGRAMS.items():
            theirs = puppet.seconds(code, rounds, [folder])
            mine = ours(code, modules, max(rounds, 5))
            yield Row(f"Hiera: {name}", mine, min(theirs, default=None))
        puppet.end()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=3)
    show(rows(options.parse_args().rounds))


if __name__ == "__main__":
    main()
