"""What does copying from a server cost, beside the reference's agent and server?

1. Many small files: copied to an empty directory, then compared by digest.
2. The same with one in ten empty. Of the files of 95 modules one in 500 is, of those in /etc some 3
   in 100. For each of them the reference's agent waits 40 ms: a server answers nothing that would
   acknowledge its request, so its next small one stays in the kernel (Nagle's algorithm).
3. Empty files.
4. One large file.

Each agent asks each server that is installed; the directories are new each time. Budget: ten times
the speed of the reference's agent for empty files; less time than the reference's for other small
files, on the clock and of the processor.

    python benchmarks/cfengine_copies.py [--files N] [--empty N] [--megabytes N]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.cfengine import SCRATCH
from benchmarks.rows import Row
from tests.conformance.cfengine.net.laboratory import (
    OURS,
    REAL,
    Host,
    Server,
    free_port,
    has_reference,
    remove,
    trust,
)

SERVER = """
body common control { bundlesequence => { "main" }; }
bundle agent main { }
body server control {
  port => "PORT"; bindtointerface => "127.0.0.1"; allowconnects => { "127.0.0.1" };
  allowallconnects => { "127.0.0.1" };
}
bundle server rules { access: "DATA" admit_ips => { "127.0.0.1" }; }
"""
CLIENT = """
body common control { bundlesequence => { "main" }; }
body copy_from remote {
  source => "DATA"; servers => { "127.0.0.1" }; portnumber => "PORT"; compare => "digest";
}
body depth_search all { depth => "inf"; }
bundle agent main { files: "OUT/." copy_from => remote, depth_search => all; }
"""


class Cost(NamedTuple):
    """What a run takes, in seconds; the processor without the server's part."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:6.2f} s ({self.processor:.2f} s)"


def cost_of(client: Host, text: str) -> Cost:
    """Run a policy; return what that takes."""
    path = client.policy("client.cf", text)
    before, began = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    done = client.run("cf-agent", "-K", "-f", str(path))
    clock, after = time.perf_counter() - began, getrusage(RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stdout
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(clock, used)


def measure(top: Path, data: Path, what: str) -> None:
    tools = {"reference": REAL, "duckrow": OURS} if has_reference() else {"duckrow": OURS}
    for server_name, server_tools in tools.items():
        port = free_port()
        host = Host(Path(tempfile.mkdtemp(dir=top)), server_tools)
        clients = {
            name: Host(Path(tempfile.mkdtemp(dir=top)), each) for name, each in tools.items()
        }
        for client in clients.values():
            trust(host, client)
        text = SERVER.replace("PORT", str(port)).replace("DATA", str(data))
        server = Server(host, text, port, "-F")
        for name, client in clients.items():
            # The first run makes what later ones keep, such as a certificate.
            cost_of(client, CLIENT.replace("PORT", str(port)).replace("DATA", str(top / "none")))
            out = top / "out"
            remove(out)
            out.mkdir()
            policy = CLIENT.replace("PORT", str(port)).replace("DATA", str(data))
            policy = policy.replace("OUT", str(out))
            first, second = cost_of(client, policy), cost_of(client, policy)
            count = sum(1 for _ in out.iterdir())
            assert count == sum(1 for _ in data.iterdir())
            print(
                f"{what}: agent {name:<9} server {server_name:<9} "
                f"copied in {first}, compared in {second}"
            )
        server.stop()


def small_files(top: Path, name: str, count: int, empty: int = 0) -> Path:
    """Write small files, of which each `empty`th is empty; return their directory."""
    small = top / name
    small.mkdir()
    for number in range(count):
        text = f"content of file number {number}\n"
        (small / f"file{number}").write_text("" if empty and number % empty == 0 else text)
    return small


def rows(rounds: int) -> Iterator[Row]:
    """Measure both agents with the reference's server, for the table of docs/performance.md."""
    tools = {"duckrow": OURS, "reference": REAL}
    if not has_reference():
        return
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        top = Path(folder)
        data, out, port = small_files(top, "small", 2_000), top / "out", free_port()
        host = Host(Path(tempfile.mkdtemp(dir=top)), REAL)
        clients = {
            name: Host(Path(tempfile.mkdtemp(dir=top)), each) for name, each in tools.items()
        }
        for client in clients.values():
            trust(host, client)
        text = SERVER.replace("PORT", str(port)).replace("DATA", str(data))
        server = Server(host, text, port, "-F")
        policy = CLIENT.replace("PORT", str(port)).replace("DATA", str(data))
        policy = policy.replace("OUT", str(out))
        times: dict[tuple[str, str], list[float]] = {}
        for _ in range(rounds):
            for name, client in clients.items():
                remove(out)
                out.mkdir()
                for step in ("copied", "compared again"):
                    cost = cost_of(client, policy)
                    times.setdefault((step, name), []).append(cost.processor)
        server.stop()
    for step in ("copied", "compared again"):
        title = f"2,000 small files of a server, {step}"
        yield Row(title, min(times[step, "duckrow"]), min(times[step, "reference"]))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--empty", type=int, default=200)
    parser.add_argument("--megabytes", type=int, default=1000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        small = small_files(top, "small", arguments.files)
        measure(top, small, f"{arguments.files} small files")
        mixed = small_files(top, "mixed", arguments.files, empty=10)
        measure(top, mixed, f"{arguments.files} small files, one in ten empty")
        empty = small_files(top, "empty", arguments.empty, empty=1)
        measure(top, empty, f"{arguments.empty} empty files")
        large = top / "large"
        large.mkdir()
        with (large / "file").open("wb") as file:
            for number in range(arguments.megabytes):
                file.write(bytes([number % 251 + 1]) * (1 << 20))
        measure(top, large, f"{arguments.megabytes} MB")


if __name__ == "__main__":
    main()
