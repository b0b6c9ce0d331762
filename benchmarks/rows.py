"""Rows of the table in docs/performance.md: what a benchmark measures, beside the original.

A benchmark that has rows yields them from `rows(rounds)`; each row has been measured in one run,
the original directly before or after duckrow. `python benchmarks/performance_page.py` runs them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

REFERENCE = Path(__file__).parent / "reference" / "compile.rb"


class Row(NamedTuple):
    """Processor time of duckrow and of the original, None where it is not installed."""

    work: str
    ours: float  # seconds
    theirs: float | None = None
    memory: float | None = None  # duckrow's peak in MB, where it is a part of the question

    @property
    def ratio(self) -> float | None:
        return None if self.theirs is None else self.theirs / self.ours


class Puppet:
    """One process of the installed Puppet that compiles programs, one at a time."""

    def __init__(self) -> None:
        try:
            self._process: subprocess.Popen[str] | None = subprocess.Popen(
                ["ruby", str(REFERENCE)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError:
            self._process = None

    def seconds(
        self, code: str, rounds: int, modules: Iterable[str] = (), facts: Any = None
    ) -> list[float]:
        """Return the processor time of each round; nothing where Puppet is not installed."""
        process = self._process
        if process is None:
            return []
        assert process.stdin is not None
        assert process.stdout is not None
        job = {"id": "1", "code": code, "modulepath": [*modules], "rounds": rounds}
        if facts is not None:
            job["facts"] = facts
        try:
            print(json.dumps(job), file=process.stdin, flush=True)
        except OSError:  # it has ended: there is Ruby without Puppet
            return []
        for line in process.stdout:
            if line.startswith("{"):
                found: list[float] = json.loads(line)["seconds"]
                return found
        return []

    def end(self) -> None:
        if self._process is not None:
            self._process.communicate()


def at_least_one(text: str) -> int:
    """Read a number of rounds or seconds from the command line."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def options_of(documentation: str | None) -> argparse.ArgumentParser:
    """Return the options of a benchmark: its description, and the rows that are wanted."""
    options = argparse.ArgumentParser(
        description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("names", nargs="*", metavar="NAME", help="parts of the names of rows")
    return options


def check_names(names: Iterable[str] | None, known: Iterable[str]) -> None:
    """End with an error if a name is a part of no row's name."""
    rows = [*known]
    for name in names or ():
        if not any(name in row for row in rows):
            sys.exit(f"no row has {name} in its name; the rows are: {'; '.join(rows)}")


def show(rows: Iterable[Row]) -> None:
    """Print rows as they come."""
    print(f"{'':34}{'duckrow':>11}{'original':>11}{'ratio':>9}{'memory':>10}")
    for row in rows:
        line = f"{row.work:34}{row.ours * 1e3:8.1f} ms"
        line += " " * 20 if row.theirs is None else f"{row.theirs * 1e3:8.0f} ms{row.ratio:7.1f} ×"
        print(line if row.memory is None else f"{line}{row.memory:7.0f} MB", flush=True)
