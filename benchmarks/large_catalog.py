"""What does one command need for a very large catalog: time of the processor, and memory?

`duckrow compile` of plain resources, with and without JSON, each a process of its own, the code
cache at hand. The JSON goes to /dev/null.

    python benchmarks/large_catalog.py [--resources N] [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.rows import Row, show

PROGRAM = 'Integer[1, %d].each |$i| { notify { "message ${i}": message => "number ${i}" } }'
# A process counts the memory that it had before it became another: who starts it must be small.
BETWEEN = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
    file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, used = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def measured(command: list[str]) -> tuple[float, float]:
    """Run a command; return its seconds of the processor and its peak in MB."""
    words = [sys.executable, "-I", "-S", "-c", BETWEEN, *command]
    code, seconds, memory = subprocess.check_output(words, text=True).split()
    if code != "0":
        raise SystemExit(f"{' '.join(command)} ended with {code}")
    return float(seconds), int(memory) / 1024


def rows(rounds: int, count: int = 1_000_000) -> Iterator[Row]:
    """Measure the command with both formats."""
    program = os.path.join(os.path.dirname(sys.executable), "duckrow")
    with tempfile.TemporaryDirectory() as folder:
        manifest = Path(folder) / "site.pp"
        manifest.write_text(PROGRAM % count)
        command = [program, "compile", "--cache-dir", f"{folder}/cache", "--most-resources"]
        command += [str(2 * count), str(manifest), "--format"]
        for format_, what in (("none", "whole command"), ("json", "whole command, with JSON")):
            found = [measured([*command, format_]) for _ in range(rounds)]
            seconds = min(each[0] for each in found)
            memory = max(each[1] for each in found)
            yield Row(f"{count:,} plain resources, {what}", seconds, None, memory)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--resources", type=int, default=1_000_000)
    options.add_argument("--rounds", type=int, default=2)
    chosen = options.parse_args()
    show(rows(chosen.rounds, chosen.resources))


if __name__ == "__main__":
    main()
