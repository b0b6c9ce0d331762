"""How fast is data looked up, beside the installed Puppet?

A module brings a hierarchy of seven files with some thousand keys. Both compile the same programs
in one process on one core, one after the other; the best round of each counts, so files are read
and code is at hand in both. Without Puppet only our own time is printed.

    python benchmarks/lookups.py [--rounds N]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

from duckrow.puppet.environment import Environment, Node, compile_catalog

REFERENCE = Path(__file__).parent / "reference" / "compile.rb"
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


def theirs(modules: Path, rounds: int) -> dict[str, float]:
    """Give the peer's best times by name, or nothing where it is not installed."""
    jobs = [
        {"id": name, "code": code, "modulepath": [str(modules)], "rounds": rounds}
        for name, code in PROGRAMS.items()
    ]
    try:
        done = subprocess.run(
            ["ruby", str(REFERENCE)],
            input="\n".join(map(json.dumps, jobs)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return {}
    results = (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))
    return {result["id"]: min(result["seconds"]) for result in results}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        modules = Path(folder)
        write_module(modules)
        peer = theirs(modules, chosen.rounds)
        print(f"{'':22}{'duckrow':>10}{'Puppet':>10}{'ratio':>8}")
        for name, code in PROGRAMS.items():
            mine = ours(code, modules, max(chosen.rounds, 5))
            row = f"{name:22}{mine:9.4f}s"
            if name in peer:
                row += f"{peer[name]:9.3f}s{peer[name] / mine:7.1f}×"
            print(row)
    if not peer:
        print("Puppet is not installed")


if __name__ == "__main__":
    main()
