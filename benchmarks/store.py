"""How fast does the store take reports and answer questions, beside PuppetDB where one runs?

1. The crawl: puppetboard opens 48 pages on both stores, which get the same 30 nodes. Budget: a
   third of PuppetDB's time.
2. Commands: reports with 30 events a second over HTTP and eight connections, and the memory of the
   process afterwards. Budget: 5 × PuppetDB, and a fifth of its memory with SQLite.
3. A generated fleet of 10,000 nodes, each with facts, a catalog and some reports a day for 30 days:
   how long do the queries of puppetboard's front page (budget 200 ms), event counts and the daily
   chart (budget 500 ms) take?
4. Purging: 15 days of reports go while commands and queries come in. How long does each wait?

PuppetDB is one that runs already, without TLS and with an empty database; it gets the nodes
crawl*.lab and bench*.lab. puppetboard is in a virtual environment, whose Python is named:

    python benchmarks/store.py [--seconds N] [--nodes N] [--per-day N] [--database ADDRESS] [--only]
        [--reference http://127.0.0.1:8080 --reference-pid PID] [--puppetboard PYTHON]

With --only the fleet is left out. What is skipped is said.
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
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.stored.copies import fill_fast
from benchmarks.stored.fleet import DAY, catalog_payload, facts_payload, report_payload

from duckrow.store.database.database import open_database
from duckrow.store.housekeeping import Ages, Housekeeping
from duckrow.store.query.functions import FUNCTIONS
from duckrow.store.store import Store

DUCKROW = os.path.join(os.path.dirname(sys.executable), "duckrow")
CLIENTS = 8
CRAWLED = 30  # nodes
CRAWL = Path(__file__).parent / "stored/crawl.py"
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server with PuppetDB's API, without TLS."""

    def __init__(self, address: str, pid: int) -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 8080
        self.pid = pid

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=600)

    def processes(self) -> Iterator[int]:
        """Return the process and its children."""
        pids = [self.pid]
        while pids:
            pid = pids.pop()
            yield pid
            pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())

    def memory(self) -> float:
        """Return the memory of the processes in MB; shared pages count once."""
        found = 0.0
        for pid in self.processes():
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    found += int(line.split()[1]) / 1024
        return found

    def processor_seconds(self) -> float:
        """Return how long the processes have used a processor."""
        found = 0
        for pid in self.processes():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            found += int(fields[11]) + int(fields[12])
        return found / TICKS


def post(
    connection: http.client.HTTPConnection,
    payload: dict[str, object],
    command: tuple[str, int] = ("store_report", 8),
) -> None:
    """Store a report, or another payload, and wait until it can be asked for."""
    certname = str(payload["certname"])
    query: dict[str, object] = {"command": command[0], "version": command[1], "certname": certname}
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


def crawl(own: Server, reference: Server | None, python: str | None) -> None:
    """Open pages of puppetboard."""
    if python is None:
        print("the crawl of puppetboard is skipped: --puppetboard PYTHON names an installed one")
        return
    ours = _crawled(own, python)
    line = f"puppetboard opens {ours['pages']} pages in {ours['seconds']:.2f} s,"
    line += f" {ours['requests']} requests take {ours['waited']:.2f} s of it"
    if reference is None:
        line += "; PuppetDB is skipped: --reference URL --reference-pid PID"
    else:
        theirs = _crawled(reference, python)
        times = theirs["seconds"] / ours["seconds"]
        line += f"; PuppetDB {theirs['seconds']:.2f} s, requests {theirs['waited']:.2f} s"
        line += f" ({times:.1f} ×, goal 3 ×)"
    print(line, flush=True)


def _crawled(server: Server, python: str) -> dict[str, Any]:
    """Store some nodes, and open the pages."""
    chance, now = random.Random(5), time.time()
    connection = server.connect()
    for number in range(CRAWLED):
        name = f"crawl{number}.lab"
        post(connection, facts_payload(name, now - 120, chance), ("replace_facts", 5))
        post(connection, catalog_payload(name, now - 120, chance), ("replace_catalog", 9))
        for age in (3 * DAY, DAY, 60):
            post(connection, report_payload(name, now - age, chance))
    count = len(json.loads(get(connection, "/pdb/query/v4/nodes")))
    if count != CRAWLED:
        print(f"the store at port {server.port} has {count} nodes, not {CRAWLED}")
    words = [server.host, str(server.port), "crawl1.lab", "crawl2.lab"]
    done = subprocess.run([python, str(CRAWL), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"puppetboard failed: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    if found["wrong"]:
        print(f"pages without status 200 on port {server.port}: {found['wrong']}")
    return found


def commands(own: Server, reference: Server | None, seconds: float) -> None:
    rate(own, 2)  # warm
    before = own.processor_seconds()
    ours = rate(own, seconds)
    each = (own.processor_seconds() - before) / (ours * seconds) * 1000
    line = f"reports stored a second: {ours:.0f}, {each:.2f} ms of a processor each;"
    line += f" memory {own.memory():.0f} MB"
    if reference is None:
        line += "; PuppetDB is skipped: --reference URL --reference-pid PID"
    else:
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
        "sums of event counts": (
            500,
            [query("aggregate-event-counts", latest, summarize_by="certname")],
        ),
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
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--per-day", type=int, default=2, help="reports of each node")
    parser.add_argument("--database", help="address of an empty database; else a SQLite file")
    parser.add_argument("--only", action="store_true", help="no fleet")
    parser.add_argument("--directory", help="for the files of the stores")
    parser.add_argument("--reference")
    parser.add_argument("--reference-pid", type=int, default=0)
    parser.add_argument("--puppetboard", metavar="PYTHON", help="of its virtual environment")
    given = parser.parse_args()
    reference = Server(given.reference, given.reference_pid) if given.reference else None
    with tempfile.TemporaryDirectory(dir=given.directory) as name:
        directory = Path(name)
        (directory / "small").mkdir()
        server, process = own_server(directory / "small", f"{directory}/small/store.db")
        try:
            crawl(server, reference, given.puppetboard)
            commands(server, reference, given.seconds)
        finally:
            process.terminate()
            process.wait()
        if given.only:
            print("the fleet is skipped: --only")
        else:
            fleet(directory, given.database or f"{directory}/store.db", given.nodes, given.per_day)


def fleet(directory: Path, database: str, nodes: int, per_day: int) -> None:
    """Ask and purge a store of many nodes."""
    now = time.time()
    began = time.perf_counter()
    fill_fast(database, nodes, per_day, now)
    made = f"a fleet of {nodes:,} nodes with {per_day} reports a day was made in"
    size = "" if "://" in database else f", {os.path.getsize(database) / 1e6:,.0f} MB"
    print(f"{made} {time.perf_counter() - began:.0f} s{size}", flush=True)
    (directory / "large").mkdir()
    server, process = own_server(directory / "large", database)
    try:
        ask(server, now)
        purge(database, server, now)
        print(f"memory at the end: {server.memory():.0f} MB")
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
