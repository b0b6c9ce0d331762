"""What do facts cost: one of them, and all of them, beside facter where it is installed?

The budget for one fact is 3 bare interpreters, and for all of them a tenth of what facter takes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from statistics import median
from time import perf_counter

ROUNDS = 15


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    begin = perf_counter()
    nowhere = subprocess.DEVNULL
    subprocess.run(command, env=environment, stdout=nowhere, stderr=nowhere, check=False)
    return perf_counter() - begin


def main() -> None:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    installed = os.path.join(os.path.dirname(sys.executable), "duckrow")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "duckrow facts os.family": [installed, "facts", "os.family"],
        "duckrow facts": [installed, "facts"],
        "duckrow facts --json": [installed, "facts", "--json"],
    }
    if shutil.which("facter"):
        commands |= {"facter os.family": ["facter", "os.family"], "facter": ["facter"]}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for command in commands.values():
        _seconds(command, environment)
    for _ in range(ROUNDS):
        for name, command in commands.items():
            times[name].append(_seconds(command, environment))
    bare = median(times["python -c pass"])
    for name, seconds in times.items():
        print(f"{name:<26} {median(seconds) * 1000:6.1f} ms  {median(seconds) / bare:5.2f} x bare")
    for ours, theirs in (
        ("duckrow facts os.family", "facter os.family"),
        ("duckrow facts", "facter"),
    ):
        if theirs in times:
            ratio = median(times[theirs]) / median(times[ours])
            print(f"{ours}: {ratio:.1f} x faster than {theirs}")


if __name__ == "__main__":
    main()
