"""What does it cost to record a compile for `duckrow explain`, and what does it cost not to?

`plain` is a compile without a record, `recorded` one with it. With --before the same compiles
also run with the duckrow of another directory `src`: what is it to a plain compile that there is
something to listen? Compiles take turns; times are medians of CPU time. Memory is what a record
adds to the peak of a process, per resource.

    python benchmarks/explain_cost.py [--rounds N] [--before SRC]
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.compile_modules import FACTS, MODULES
from benchmarks.compile_modules import PROGRAMS as OF_MODULES

SIZES = (1_000, 2_000, 4_000)
# Four resources each: three defines around one another, and what they declare.
NESTED = """
define outer(Integer $number, String $text = 'quack') {
  middle { "${title} a": text => "${text} ${number}" }
}
define middle(String $text) {
  $both = "${title}: ${text}"
  inner { "${title} b": text => $both }
}
define inner(String $text) {
  notify { $title: message => $text }
}
Integer[1, %d].each |$i| { outer { "duck ${i}": number => $i } }
"""
# Each line sets a variable, and does nothing else.
BARE = "\n".join(f"$v{number} = {number}" for number in range(5_000))
BRANCHES = "\n".join(
    f"if $facts['kernel'] == 'Minix' {{ $v{number} = 1 }} else {{ $v{number} = 2 }}"
    for number in range(5_000)
)
PROGRAMS = {
    **OF_MODULES,
    "nested defines, 2000": NESTED % 500,
    "assignments, 5000": BARE,
    "in branches, 5000": BRANCHES,
}


class Compiles:
    """Compiles programs in this process, each again and again."""

    def __init__(self) -> None:
        from duckrow.puppet.environment import Environment
        from duckrow.puppet.loaders.sources import Sources
        from duckrow.puppet.settings.settings import Settings

        gc.set_threshold(100_000, 20, 100)  # as the command line does
        self._sources = Sources(remembers=True)
        self._settings = Settings({"strict": "warning", "strict_variables": "false"})
        self._make = Environment

    def seconds(self, code: str, *, is_recorded: bool) -> float:
        from duckrow.puppet.environment import Node, compile_catalog

        environment = self._make(
            code=code, modulepath=[MODULES], settings=self._settings, sources=self._sources
        )
        listener = None
        if is_recorded:
            from duckrow.puppet.explain.record import Record

            listener = Record()
        gc.collect()
        began = time.process_time()
        result = compile_catalog(environment, Node("bench.example.com", FACTS), listener=listener)
        took = time.process_time() - began
        assert result.failure is None, result.failure.to_data()["message"]
        return took


class Worker:
    """A process that compiles when it is told to."""

    def __init__(self, source: str | None) -> None:
        environment = {**os.environ, "PYTHONPATH": source} if source else None
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def seconds(self, name: str, *, is_recorded: bool) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([name, is_recorded]), file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def work() -> None:
    compiles = Compiles()
    for line in sys.stdin:
        name, is_recorded = json.loads(line)
        print(compiles.seconds(PROGRAMS[name], is_recorded=is_recorded), flush=True)


def peak(size: int, *, is_recorded: bool) -> int:
    """Return the peak of a process that compiles some resources, in bytes."""
    done = subprocess.run(
        [sys.executable, __file__, "--peak", str(size), "recorded" if is_recorded else "plain"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return int(done.stdout)


def times(rounds: int, before: str | None) -> None:
    workers = {"before": Worker(before)} if before else {}
    workers["plain"] = workers["recorded"] = Worker(None)
    print(f"{'':26}" + "".join(f"{name:>10}" for name in workers) + f"{'ratios':>10}")
    for name in PROGRAMS:
        if name in OF_MODULES and not os.path.isdir(f"{MODULES}/apache"):
            continue
        took: dict[str, list[float]] = {each: [] for each in workers}
        for number in range(rounds + 1):
            # Who begins is late in every other round.
            turns = list(workers.items())[:: 1 if number % 2 else -1]
            for each, worker in turns:
                seconds = worker.seconds(name, is_recorded=each == "recorded")
                if number > 0:  # the first one reads the files
                    took[each].append(seconds)
        medians = {each: statistics.median(found) for each, found in took.items()}
        row = "".join(f"{seconds:9.3f}s" for seconds in medians.values())
        if before:
            row += f"{medians['plain'] / medians['before']:9.3f}×"
        print(f"{name:26}{row}{medians['recorded'] / medians['plain']:9.3f}×", flush=True)
    for worker in set(workers.values()):
        worker.end()


def memory() -> None:
    print(f"{'resources':>10}{'plain':>12}{'recorded':>12}{'bytes more for each':>22}")
    for size in SIZES:
        plain, recorded = peak(size, is_recorded=False), peak(size, is_recorded=True)
        more = (recorded - plain) / size
        print(f"{size:10}{plain / 2**20:9.1f}MiB{recorded / 2**20:9.1f}MiB{more:22.0f}")


def main() -> None:
    if sys.argv[1:] == ["--worker"]:
        work()
        return
    if sys.argv[1:2] == ["--peak"]:
        size, kind = int(sys.argv[2]), sys.argv[3]
        Compiles().seconds(NESTED % (size // 4), is_recorded=kind == "recorded")
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
        return
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--before", metavar="SRC", help="the directory src of another duckrow")
    chosen = options.parse_args()
    times(chosen.rounds, chosen.before)
    memory()


if __name__ == "__main__":
    main()
