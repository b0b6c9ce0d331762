"""A day of a policy server and a client, in minutes: does anything pile up?

The clock of both boxes is shifted by five minutes (libfaketime), then cf-execd runs the agent, as
it does every five minutes; 288 times. After two hours and at the end, the processes, their memory
and descriptors, and the files are counted. What grew is printed; leaks lead to exit code 1.

    python -m tests.framework.day [--tools real] [--steps 288]
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.framework.boxes import HUB, OURS, REAL, WORK, Box, connect, why_not_framework

LIBRARIES = (
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
)
CLOCK = "/root/clock"
STEP = 300
WARM = 24  # steps until everything exists that a run leaves
# Files that may be added in a day: outputs of runs, and logs that are rotated.
_MAY_COME = re.compile(r"/outputs/|promise_summary\.log\.\d|/state/env_data|\.lmdb|\.db-(wal|shm)$")
_FACTS = r"""
for p in /proc/[0-9]*; do
  name=$(tr '\0' ' ' < $p/cmdline 2>/dev/null) || continue
  case ${name%% *} in *cf-execd|*cf-serverd|*cf-monitord) ;; *) continue;; esac
  set -- $(grep VmRSS $p/status 2>/dev/null)
  echo "$name|$2|$(ls $p/fd 2>/dev/null | wc -l)"
done
"""
_OWN = re.compile(r"^(bash|sh -|sleep|ps |nsenter)")


class Clocked:
    """A box with a clock of its own."""

    def __init__(self, box: Box, library: str) -> None:
        self.box = box
        self.environment = {
            "LD_PRELOAD": library,
            "FAKETIME_TIMESTAMP_FILE": CLOCK,
            "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1",
        }
        self.shift(0)

    def shift(self, seconds: int) -> None:
        self.box.write(f"{CLOCK}.new", f"+{seconds}\n")
        self.box.shell(f"mv {CLOCK}.new {CLOCK}")

    def run(self, *words: str) -> tuple[int, str]:
        done = self.box.run(*words, environment=self.environment)
        return done.returncode, done.stdout

    def step(self, number: int) -> str:
        self.shift(number * STEP)
        return self.run("cf-execd", "-O")[1]

    def daemons(self) -> dict[str, tuple[int, int]]:
        """Return the resident memory in KiB and the descriptors of each daemon."""
        found = {}
        for line in self.box.shell(_FACTS).splitlines():
            name, size, count = line.split("|")
            found[name.split()[0].rpartition("/")[2]] = (int(size), int(count))
        return found

    def others(self) -> list[str]:
        """Return the processes that are no daemons."""
        names = (each.split()[0].rpartition("/")[2] for each in self.box.processes())
        known = ("cf-execd", "cf-serverd", "cf-monitord")
        return [name for name in names if name not in known and not _OWN.search(name)]

    def files(self) -> set[str]:
        found = self.box.files(WORK, "/etc", "/run", "/var/log", "/var/spool")
        # What is installed on this host meanwhile is seen in the boxes too.
        return {
            path
            for path in found
            if not _MAY_COME.search(path)
            and not (path.startswith("/etc/") and os.path.lexists(path))
        }


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", choices=[OURS, REAL], default=OURS)
    parser.add_argument("--steps", type=int, default=288)
    given = parser.parse_args()
    library = next((each for each in LIBRARIES if Path(each).exists()), None)
    why = why_not_framework() or ("" if library else "the package faketime is not installed")
    if why or library is None:
        print(f"skipped: {why}")
        return 0
    with Box("hub") as hub, Box("pond") as client:
        connect(hub, client)
        hosts = []
        for box in (hub, client):
            box.install(given.tools)
            host = Clocked(box, library)
            host.run("cf-key")
            code, output = host.run("cf-agent", "--bootstrap", HUB)
            print(box.name, "bootstrap", code, output.splitlines()[-1], flush=True)
            hosts.append(host)
        return live(hosts, given.steps)


def live(hosts: list[Clocked], steps: int) -> int:
    began, leaks = time.monotonic(), 0
    before: list[tuple[dict[str, tuple[int, int]], set[str]]] = []
    with ThreadPoolExecutor(len(hosts)) as pool:
        for number in range(1, steps + 1):
            said = list(pool.map(lambda host: host.step(number), hosts))  # noqa: B023
            for host, text in zip(hosts, said, strict=True):
                if text.strip():
                    print(f"{host.box.name} {number}: {text.strip()[:300]}", flush=True)
            if number % 48 == 0:
                print(f"{number} runs, {time.monotonic() - began:.0f} s", flush=True)
            if number == min(WARM, steps):
                before = [(host.daemons(), host.files()) for host in hosts]
    print(f"{steps} runs of each host in {time.monotonic() - began:.0f} s")
    for host, (daemons, files) in zip(hosts, before, strict=True):
        now, new = host.daemons(), sorted(host.files() - files)
        print(host.box.name, "daemons (KiB, descriptors):", daemons, "->", now)
        print(host.box.name, len(new), "new files:", new[:20])
        print(host.box.name, "other processes:", host.others())
        grown = [name for name in daemons if now.get(name, (0, 0))[1] > daemons[name][1] + 2]
        leaks += len(new) + len(host.others()) + len(grown) + len(daemons.keys() ^ now.keys())
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
