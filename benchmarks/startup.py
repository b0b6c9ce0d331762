"""What do the smallest runs cost, measured in bare interpreters?

Each round runs a bare interpreter, the installed command and the kind of entry point that
installers generate, one after the other, so that a busy machine slows all of them alike. The
budget for `duckrow --version` is 1.5 bare interpreters, for a compile whose code is cached 2.5.
"""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median
from time import perf_counter

ROUNDS = 60
GENERATED = """
import re
import sys
from duckrow.cli.main import main
sys.argv[0] = re.sub(r"(-script\\.pyw|\\.exe)?$", "", sys.argv[0])
sys.exit(main(["--version"]))
"""


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    begin = perf_counter()
    nowhere = subprocess.DEVNULL
    subprocess.run(command, env=environment, stdout=nowhere, stderr=nowhere, check=True)
    return perf_counter() - begin


def main() -> None:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    installed = os.path.join(os.path.dirname(sys.executable), "duckrow")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "duckrow --version": [installed, "--version"],
        "duckrow compile -e 'notice(1)'": [installed, "compile", "-e", "notice(1)"],
        "the same, generated entry point": [sys.executable, "-c", GENERATED],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for command in commands.values():
        _seconds(command, environment)
    for _ in range(ROUNDS):
        for name, command in commands.items():
            times[name].append(_seconds(command, environment))
    bare = median(times["python -c pass"])
    for name, seconds in times.items():
        print(f"{name:<34} {median(seconds) * 1000:6.1f} ms  {median(seconds) / bare:5.2f} x bare")


if __name__ == "__main__":
    main()
