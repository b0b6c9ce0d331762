"""What does checking a policy cost, beside cf-promises where it is installed?

A policy that says hello; then the masterfiles of the package cfengine3, some 80 files: with the
files in the cache, as from the second check on, and with an empty cache. Both evaluate variables
and classes, and call functions. Budget: twice cf-promises' time with an empty cache.

    python benchmarks/cfengine_promises.py [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.cfengine import SCRATCH, hello, once, write
from benchmarks.rows import Row
from benchmarks.rows import show as show_rows

MASTERFILES = Path("/usr/share/cfengine3/masterfiles")


def rows(rounds: int) -> Iterator[Row]:
    """Measure each policy, both commands in turns."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as name:
        folder = Path(name)
        programs = {"duckrow": os.path.join(os.path.dirname(sys.executable), "cf-promises")}
        reference = shutil.which("cf-promises")
        if reference is not None:
            programs["cf-promises"] = reference
        for each in programs:
            (folder / each).mkdir(mode=0o700)
        work = {"cf-promises, hello world": (write(folder, "hello", hello()), False)}
        if MASTERFILES.is_dir():
            shutil.copytree(MASTERFILES, folder / "masterfiles")
            entry = folder / "masterfiles" / "promises.cf"
            work["cf-promises, masterfiles, cached"] = (entry, False)
            work["cf-promises, masterfiles, first"] = (entry, True)
        for title, (policy, is_first) in work.items():
            times: dict[str, list[float]] = {each: [] for each in programs}
            for number in range(rounds * 3 + 1):
                for each, program in programs.items():
                    if is_first:
                        shutil.rmtree(folder / "cache", ignore_errors=True)
                    busy = once(folder, each, [program, "-f", str(policy)])[1]
                    if number:  # the first round fills the cache
                        times[each].append(busy)
            yield Row(title, min(times["duckrow"]), min(times.get("cf-promises", []), default=None))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    show_rows(rows(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
