"""How fast is the page of the fleet with 10,000 nodes and 30 days of reports?

    python benchmarks/fleet_page.py [--nodes N] [--per-day N] [--repeat N] [--store ADDRESS]

The store is a SQLite file or a PostgreSQL database. A missing file, or an empty database, is filled
once and used again: ages are then measured from the newest report.

Each view is opened by a new process, which has nothing but what a server imports when it starts,
and then again and again by one process. After that a new server answers the queries of
puppetboard. Budgets, also for the first visitor: overview and front page 200 ms; event counts and
charts of days 500 ms. Processor time is that of duckrow: PostgreSQL's own is not in it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.store import Server, get, own_server, questions
from benchmarks.stored.copies import fill_fast

import duckrow.server.table  # noqa: F401  (what a server has imported before its first visitor)
from duckrow.puppet.settings.settings import Settings
from duckrow.server.http.exchange import Answer, Request
from duckrow.store.database.database import SCHEMES, Database, open_database
from duckrow.store.day_counts import fill
from duckrow.store.query.ask import ask
from duckrow.store.query.functions import FUNCTIONS
from duckrow.store.query.options import Options
from duckrow.store.query.times import time_of

PQL = quote('inventory[certname] { facts.processors.count > 4 and facts.os.family = "Debian" }')
VIEWS = {
    "overview": ("/fleet", 200),
    "nodes": ("/fleet/nodes", 0),
    "nodes, last page": ("/fleet/nodes?page=200", 0),
    "nodes by name": ("/fleet/nodes?name=de42", 0),
    "drifting nodes": ("/fleet/nodes?state=drifting", 0),
    "silent nodes": ("/fleet/nodes?state=silent", 0),
    "node": ("/fleet/node/node42.lab", 0),
    "facts of a node": ("/fleet/node/node42.lab/facts", 0),
    "resources of a node": ("/fleet/node/node42.lab/resources", 0),
    "runs": ("/fleet/runs", 0),
    "run": ("/fleet/run/RUN", 0),
    "explain page of a run": ("/fleet/run/RUN/explain", 0),
    "events": ("/fleet/events", 500),
    "failures": ("/fleet/events?status=failure", 500),
    "failures of a resource": (
        "/fleet/events?status=failure&type=File&title=/srv/pond/0",
        500,
    ),
    "events of a node": ("/fleet/events?node=node42.lab", 0),
    "events of a class": ("/fleet/events?class=Pond::Part3", 0),
    "corrective events": ("/fleet/events?corrective=yes", 0),
    "values of a fact": ("/fleet/facts?path=os.family", 0),
    "names of facts": ("/fleet/facts", 0),
    "search": (f"/fleet/search?query={PQL}", 0),
    "compare facts": ("/fleet/compare/facts?a=node1.lab&b=node2.lab", 0),
    "compare resources": ("/fleet/compare/resources?a=node1.lab&b=node2.lab", 0),
    "completion": ("/fleet/complete?kind=node&text=node4", 0),
}


class Taken:
    """How long something took, in milliseconds: by the clock, and of processor time."""

    def __init__(self, wall: float, cpu: float) -> None:
        self.wall = wall
        self.cpu = cpu

    def __str__(self) -> str:
        return f"{self.wall:.0f} ms (processor {self.cpu:.0f} ms)"


def show_line(name: str, first: Taken, others: list[Taken], budget: int) -> None:
    others.sort(key=lambda each: each.wall)
    median, late = (others[int(len(others) * part)] for part in (0.5, 0.95))
    line = f"{name}: new process {first}; then median {median}, p95 {late.wall:.0f} ms"
    print(line + (f"; budget {budget} ms" if budget else ""), flush=True)


# ---- the page


class Visitor:
    """Opens pages as a thread of the server does."""

    def __init__(self, address: str, now: float) -> None:
        self.database = open_database(address, print, FUNCTIONS)
        self.now = now

    def open(self, address: str) -> Answer:
        from duckrow.server.fleet_page.asking import Asking
        from duckrow.server.fleet_page.endpoint import show
        from duckrow.server.fleet_page.settings import PageSettings
        from duckrow.server.fleet_page.visit import Visit

        path, _, fields = address.partition("?")
        request = Request("GET", unquote(path), parse_qs(fields))
        names = request.path.removeprefix("/fleet").strip("/").split("/")
        asking = Asking(self.database, self.now)
        settings = PageSettings(Settings({"confdir": "/nowhere", "vardir": "/nowhere"}))
        return show(Visit(request, names[1:], asking, settings), names[0])

    def visit(self, address: str) -> Taken:
        began, worked = time.perf_counter(), time.process_time()
        answer = self.open(address)
        if answer.status != 200:
            raise SystemExit(f"{address}: {answer.status} {answer.body.decode()[:300]}")
        return Taken((time.perf_counter() - began) * 1000, (time.process_time() - worked) * 1000)


def visit_first(store: str, now: float, address: str) -> Taken:
    """Return how long the first visit of a new process takes, with opening the store."""
    command = [sys.executable, __file__, "--store", store, "--visit", address, "--now", str(now)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    wall, cpu = map(float, done.stdout.split())
    return Taken(wall, cpu)


def measure_views(store: str, now: float, run: str, repeat: int) -> None:
    visitor = Visitor(store, now)
    for name, (path, budget) in VIEWS.items():
        address = path.replace("RUN", run)
        firsts = [visit_first(store, now, address) for _ in range(3)]
        first = min(firsts, key=lambda each: each.wall)
        show_line(name, first, [visitor.visit(address) for _ in range(repeat)], budget)
    visitor.database.close()


# ---- puppetboard


def _processor(server: Server) -> float:
    """Return the processor time of a server and its children in milliseconds."""
    found, pids = 0, [server.pid]
    while pids:
        pid = pids.pop()
        found += sum(
            map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])
        )
        pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return found * 1000 / os.sysconf("SC_CLK_TCK")


def _ask(server: Server, paths: list[str]) -> Taken:
    connection = server.connect()
    began, worked = time.perf_counter(), _processor(server)
    for path in paths:
        get(connection, path)
    taken = Taken((time.perf_counter() - began) * 1000, _processor(server) - worked)
    connection.close()
    return taken


def measure_puppetboard(store: str, now: float, repeat: int) -> None:
    """Ask what pages of puppetboard ask, each of a new server."""
    for name, (budget, paths) in questions(now).items():
        with tempfile.TemporaryDirectory() as directory:
            server, process = own_server(Path(directory), store)
            try:
                first = _ask(server, paths)
                others = [_ask(server, paths) for _ in range(repeat)]
            finally:
                process.terminate()
                process.wait()
        show_line(f"puppetboard, {name}", first, others, budget)


def _is_empty(address: str) -> bool:
    if not address.startswith(SCHEMES):
        return not os.path.exists(address)
    database = open_database(address, print)
    with database.reading(60) as session:
        is_empty = session.execute("SELECT 1 FROM certnames LIMIT 1").fetchone() is None
    database.close()
    return is_empty


def newest_run(database: Database) -> dict[str, object]:
    options = Options()
    options.order_by = [("end_time", True)]
    options.limit = 1
    found = ask(database, ["from", "reports"], options).rows[0]
    assert isinstance(found, dict)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--per-day", type=int, default=4, help="reports of each node")
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--store", default="/var/tmp/duckrow-fleet.db", help="filled if empty")
    parser.add_argument("--visit", help=argparse.SUPPRESS)
    parser.add_argument("--now", type=float, default=0.0, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.visit:
        visitor = Visitor(given.store, given.now)
        taken = visitor.visit(given.visit)
        print(taken.wall, taken.cpu)
        visitor.database.close()
        return
    if _is_empty(given.store):
        began = time.perf_counter()
        fill_fast(given.store, given.nodes, given.per_day, time.time())
        print(f"filled {given.store} in {time.perf_counter() - began:.0f} s")
    database = open_database(given.store, print, FUNCTIONS)
    fill(database)  # a store that an older duckrow filled
    newest = newest_run(database)
    microseconds = time_of(newest["end_time"])
    assert microseconds is not None
    now = microseconds / 1e6 + 1
    with database.reading(60) as session:
        row = session.execute("SELECT count(*) FROM reports").fetchone()
    assert row is not None
    print(f"{given.store}: {row[0]:,} reports")
    database.close()
    measure_views(given.store, now, str(newest["hash"]), given.repeat)
    measure_puppetboard(given.store, now, given.repeat)


if __name__ == "__main__":
    main()
