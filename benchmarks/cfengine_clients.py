"""How does cf-serverd serve many clients at once, beside that of the reference?

Clients open a connection each, at the same time, and copy all files of a directory; then others
come. Printed: the time of a round, the processor time of the server, and its memory after the first
and after the last round, which should be the same.

    python benchmarks/cfengine_clients.py [--clients 200] [--files 20] [--rounds 5]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from threading import Barrier, Thread

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.conformance.cfengine.net.laboratory import (
    OURS,
    REAL,
    Host,
    Server,
    free_port,
    has_reference,
    trust,
)

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.net.connection import Where, open_connection
from duckrow.cfengine.net.keys import Keys
from duckrow.machine.tls_peers import Endpoint, TlsSettings

POLICY = """
body common control { bundlesequence => { "main" }; }
bundle agent main { }
body server control {
  port => "PORT"; bindtointerface => "127.0.0.1"; allowconnects => { "127.0.0.1" };
  allowallconnects => { "127.0.0.1" }; maxconnections => "1000";
}
bundle server rules { access: "DATA" admit_ips => { "127.0.0.1" }; }
"""
TICKS = os.sysconf("SC_CLK_TCK")


class Used:
    """What a process uses: memory in MB, and seconds of a processor."""

    def __init__(self, pid: int) -> None:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        self.memory = sum(int(each.split()[1]) for each in lines if each.startswith("Pss:")) / 1024
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        self.seconds = (int(fields[11]) + int(fields[12])) / TICKS


class Client:
    """One connection that copies all files, when all others are connected too."""

    def __init__(self, work: Path, port: int, paths: list[str], together: Barrier) -> None:
        keys, log = Keys(str(work)), Log("error")
        endpoint = Endpoint(TlsSettings(keys.own()), is_server=False)
        where = Where("127.0.0.1", str(port), "root")
        self.bytes = 0

        def run() -> None:
            connection = open_connection(where, endpoint, keys, log)
            together.wait()
            assert connection is not None
            for path in paths:
                facts = connection.stat(path)
                assert facts is not None
                self.bytes += sum(map(len, connection.content(path, facts)))
            connection.close()

        self.thread = Thread(target=run)
        self.thread.start()


def serve(top: Path, name: str, tools: Path, given: argparse.Namespace) -> None:
    """Let one server serve all rounds, and print what it used."""
    data = top / "data"
    port = free_port()
    host, client = Host(top / f"{name}-server", tools), Host(top / f"{name}-client", OURS)
    trust(host, client)
    text = POLICY.replace("PORT", str(port)).replace("DATA", str(data))
    server = Server(host, text, port, "-F")
    paths = [str(each) for each in sorted(data.iterdir())]
    size = sum(os.path.getsize(each) for each in paths)
    try:
        used = [Used(server.process.pid)]
        took = []
        for _ in range(given.rounds):
            together = Barrier(given.clients)
            began = time.perf_counter()
            clients = [Client(client.work, port, paths, together) for _ in range(given.clients)]
            for each in clients:
                each.thread.join()
            took.append(time.perf_counter() - began)
            assert {each.bytes for each in clients} == {size}
            used.append(Used(server.process.pid))
    finally:
        server.stop()
    first, after_one, last = (used[at].memory for at in (0, 1, -1))
    seconds = (used[-1].seconds - used[0].seconds) / given.rounds
    print(
        f"{name:<9} {given.clients} clients: {min(took):.2f} s a round, {seconds:.2f} s of a "
        f"processor; memory {first:.0f} MB at the start, {after_one:.0f} MB after one round, "
        f"{last:.0f} MB after {given.rounds}"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        (top / "data").mkdir()
        for number in range(given.files):
            (top / "data" / f"file{number}").write_bytes(os.urandom(20_000))
        if has_reference():
            serve(top, "reference", REAL, given)
        serve(top, "duckrow", OURS, given)


if __name__ == "__main__":
    main()
