"""How fast does the store take reports and answer questions, beside PuppetDB where one runs?

1. Commands: reports with 30 events a second over HTTP and eight connections, and the memory of the
   process afterwards. Budget: 5 × PuppetDB, and a fifth of its memory.
2. A generated fleet of 10,000 nodes, each with facts, a catalog and some reports a day for 30 days:
   how long do the queries of puppetboard's front page (budget 200 ms), event counts and the daily
   chart (budget 500 ms) take?
3. Purging: 15 days of reports go while commands and queries come in. How long does each wait?

PuppetDB is one that runs already, and may be filled with reports of nodes bench*.lab:

    python benchmarks/store.py [--seconds N] [--nodes N] [--per-day N] [--database ADDRESS] [--only]
        [--reference http://127.0.0.1:8080 --reference-pid PID]
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from urllib.parse import quote, urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.stored.fleet import DAY, fill, report_payload

from duckrow.store.database.database import open_database
from duckrow.store.housekeeping import Ages, Housekeeping
from duckrow.store.query.functions import FUNCTIONS
from duckrow.store.store import Store

DUCKROW = os.path.join(os.path.dirname(sys.executable), "duckrow")
CLIENTS = 8


class Server:
    """A server with PuppetDB's API, without TLS."""

    def __init__(self, address: str, pid: int) -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 8080
        self.pid = pid

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=600)

    def memory(self) -> float:
        """Return the memory of the process and its children in MB; shared pages count once."""
        pids, found = [self.pid], 0.0
        while pids:
            pid = pids.pop()
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    found += int(line.split()[1]) / 1024
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            pids += map(int, children)
        return found


def post(connection: http.client.HTTPConnection, payload: dict[str, object]) -> None:
    """Store a report and wait until it can be asked for."""
    certname = str(payload["certname"])
    query = {"command": "store_report", "version": 8, "certname": certname}
    query |= {"producer-timestamp": str(payload["producer_timestamp"])}
    query |= {"secondsToWaitForCompletion": 60}
    body = gzip.compress(json.dumps(payload).encode(), 1)
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    connection.request("POST", f"/pdb/cmd/v1?{urlencode(query)}", body, headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise OSError(f"{answer.status} {content[:300]!r}")


def _post_for(server: Server, number: int, seconds: float) -> int:
    connection = server.connect()
    chance = random.Random(f"{number} {time.time()}")
    end = time.perf_counter() + seconds
    count = 0
    while time.perf_counter() < end:
        moment = time.time() - chance.random() * 3600
        post(connection, report_payload(f"bench{number}.lab", moment, chance, events=30))
        count += 1
    return count


def rate(server: Server, seconds: float) -> float:
    """Return how many reports a second a server stores, with clients in processes of their own."""
    import multiprocessing

    context = multiprocessing.get_context("fork")
    with context.Pool(CLIENTS) as pool:
        began = time.perf_counter()
        counts = pool.starmap(_post_for, [(server, number, seconds) for number in range(CLIENTS)])
        return sum(counts) / (time.perf_counter() - began)


def commands(own: Server, reference: Server | None, seconds: float) -> None:
    rate(own, 2)  # warm
    ours = rate(own, seconds)
    line = f"reports stored a second: {ours:.0f}; memory {own.memory():.0f} MB"
    if reference is not None:
        rate(reference, 5)
        theirs = rate(reference, seconds)
        line += f"; PuppetDB {theirs:.0f} ({ours / theirs:.1f} ×, goal 5 ×)"
        share = own.memory() / reference.memory()
        line += (
            f", {reference.memory():.0f} MB without PostgreSQL (ours {share:.2f} of it, goal 0.2)"
        )
    print(line)


def own_server(directory: Path, database: str) -> tuple[Server, subprocess.Popen[bytes]]:
    """Start a server with a store."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    for name in ("conf", "conf.d", "code/environments/production/manifests"):
        (directory / name).mkdir(parents=True, exist_ok=True)
    settings = {name: f"{directory}/{name}" for name in ("ssldir", "cadir", "vardir", "rundir")}
    lines = [f"{name} = {value}" for name, value in settings.items()]
    lines += [f"codedir = {directory}/code", "certname = localhost"]
    (directory / "conf/puppet.conf").write_text("\n".join(["[main]", *lines, ""]))
    (directory / "conf.d/store.conf").write_text(
        f'store: {{ port: {port}, database: "{database}", gc-interval: 0s }}'
    )
    confdir = ["--confdir", f"{directory}/conf"]
    setup = [DUCKROW, "ca", "setup", *confdir, "--key-type", "ec"]
    subprocess.run(setup, check=True, capture_output=True)
    words = ["serve", *confdir, "--host", "127.0.0.1", "--port", "0", "--workers", "1"]
    words += ["--runtime-dir", f"{directory}/r"]
    with (directory / "log").open("wb") as log:
        process = subprocess.Popen([DUCKROW, *words], stdout=log, stderr=log)
    server = Server(f"http://127.0.0.1:{port}", process.pid)
    for _ in range(300):
        try:
            connection = server.connect()
            connection.request("GET", "/pdb/meta/v1/version")
            if connection.getresponse().status == 200:
                return server, process
        except OSError:
            time.sleep(0.1)
    raise SystemExit((directory / "log").read_text())


def get(connection: http.client.HTTPConnection, path: str) -> bytes:
    connection.request("GET", path)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise OSError(f"{answer.status} {path} {content[:300]!r}")
    return content


def questions(now: float) -> dict[str, tuple[int, list[str]]]:
    """Return the queries of some pages of puppetboard, each with its budget in milliseconds."""

    def query(entity: str, ast: object, **others: str) -> str:
        fields = {"query": json.dumps(ast), **others}
        return f"/pdb/query/v4/{entity}?{urlencode(fields)}"

    population = "/metrics/v2/read/puppetlabs.puppetdb.population:name="
    days = []
    for number in range(8):
        first, last = (
            time.strftime("%Y-%m-%d", time.gmtime(now - (number - more) * DAY)) for more in (0, 1)
        )
        between = ["and", [">=", "producer_timestamp", first], ["<", "producer_timestamp", last]]
        ast = ["extract", [["function", "count"], "status"], between, ["group_by", "status"]]
        days.append(query("reports", ast))
    latest = ["=", "latest_report?", True]
    return {
        "front page": (
            200,
            [
                "/pdb/query/v4/environments",
                query("nodes", ["extract", [["function", "count"]], ["null?", "certname", False]]),
                f"{population}num-nodes",
                f"{population}num-resources",
                query("nodes", ["and", ["=", "latest_report_status", "failed"]]),
            ],
        ),
        "all nodes": (1000, ["/pdb/query/v4/nodes"]),
        "event counts": (500, [query("event-counts", latest, summarize_by="certname")]),
        "daily chart": (500, days),
        "last reports": (
            200,
            [
                query(
                    "reports",
                    ["extract", ["hash", "certname", "end_time", "status"]],
                    order_by='[{"field": "end_time", "order": "desc"}]',
                    limit="20",
                )
            ],
        ),
        "one fact": (200, [f"/pdb/query/v4/facts/{quote('kernelrelease')}?limit=100"]),
        "reports of a node": (
            200,
            [query("reports", ["=", "certname", "node42.lab"], limit="10")],
        ),
    }


def ask(server: Server, now: float) -> None:
    """Ask everything three times; the best counts."""
    connection = server.connect()
    for name, (budget, paths) in questions(now).items():
        best = 1e9
        for _ in range(3):
            began = time.perf_counter()
            size = sum(len(get(connection, path)) for path in paths)
            best = min(best, (time.perf_counter() - began) * 1000)
        print(f"{name}: {best:.0f} ms for {len(paths)} queries, {size} bytes (budget {budget} ms)")


def purge(database: str, server: Server, now: float) -> None:
    """Purge half of the reports while a client stores and another asks."""
    waits: dict[str, list[float]] = {"command": [], "query": []}
    is_over = Event()

    def repeat(kind: str, work: Callable[[http.client.HTTPConnection], object]) -> None:
        connection = server.connect()
        while not is_over.is_set():
            began = time.perf_counter()
            work(connection)
            waits[kind].append((time.perf_counter() - began) * 1000)
            time.sleep(0.02)

    chance = random.Random(1)
    works = {
        "command": lambda connection: post(
            connection, report_payload("bench.lab", time.time(), chance)
        ),
        "query": lambda connection: get(connection, questions(now)["last reports"][1][0]),
    }
    threads = [Thread(target=repeat, args=each) for each in works.items()]
    store = Store(open_database(database, print, FUNCTIONS))
    for thread in threads:
        thread.start()
    began = time.perf_counter()
    work = Housekeeping(store.database, Ages(0, 0, 15 * DAY, 15 * DAY))
    work.purge_reports(int(now * 1e6))
    seconds = time.perf_counter() - began
    is_over.set()
    for thread in threads:
        thread.join()
    store.close()
    line = f"purged {work.counts.get('reports', 0)} reports in {seconds:.0f} s; meanwhile"
    for kind, times in waits.items():
        times.sort()
        line += f" {len(times)} × {kind}: median {times[len(times) // 2]:.0f} ms,"
        line += f" longest {times[-1]:.0f} ms;"
    print(line)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--per-day", type=int, default=2, help="reports of each node")
    parser.add_argument("--database", help="address of an empty database; else a SQLite file")
    parser.add_argument("--only", action="store_true", help="only commands")
    parser.add_argument("--reference")
    parser.add_argument("--reference-pid", type=int, default=0)
    given = parser.parse_args()
    reference = Server(given.reference, given.reference_pid) if given.reference else None
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        database = given.database or f"{directory}/store.db"
        now = time.time()
        if not given.only:
            fill(database, given.nodes, given.per_day, now)
        server, process = own_server(directory, database)
        try:
            commands(server, reference, given.seconds)
            if not given.only:
                ask(server, now)
                purge(database, server, now)
                print(f"memory at the end: {server.memory():.0f} MB")
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
