"""How fast is the page of the fleet with 10,000 nodes and 30 days of reports?

    python benchmarks/fleet_page.py [--nodes N] [--per-day N] [--repeat N] [--store FILE]

The store is made once, in FILE, and used again: its ages are then measured from its newest report.
Each view is opened with an empty cache of days, and then again and again. Budgets: overview 200 ms,
events 500 ms, both with the cache that a server has after its first visitor.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.stored.copies import fill_fast

from duckrow.puppet.settings.settings import Settings
from duckrow.server.fleet_page.asking import Asking
from duckrow.server.fleet_page.days import DayCounts
from duckrow.server.fleet_page.endpoint import show
from duckrow.server.fleet_page.parts import seconds_of
from duckrow.server.fleet_page.settings import PageSettings
from duckrow.server.fleet_page.visit import Visit
from duckrow.server.http.exchange import Answer, Request
from duckrow.store.database.database import Database, open_database
from duckrow.store.query.functions import FUNCTIONS

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
    "values of a fact": ("/fleet/facts?path=os.family", 0),
    "names of facts": ("/fleet/facts", 0),
    "search": (f"/fleet/search?query={PQL}", 0),
    "compare facts": ("/fleet/compare/facts?a=node1.lab&b=node2.lab", 0),
    "compare resources": ("/fleet/compare/resources?a=node1.lab&b=node2.lab", 0),
    "completion": ("/fleet/complete?kind=node&text=node4", 0),
}


class Visitor:
    """Opens pages as a thread of the server does."""

    def __init__(self, database: Database, now: float) -> None:
        self.database = database
        self.now = now
        self.settings = PageSettings(Settings({"confdir": "/nowhere", "vardir": "/nowhere"}))

    def open(self, address: str, days: DayCounts) -> Answer:
        path, _, fields = address.partition("?")
        request = Request("GET", unquote(path), parse_qs(fields))
        names = request.path.removeprefix("/fleet").strip("/").split("/")
        asking = Asking(self.database, self.now)
        return show(Visit(request, names[1:], asking, days, self.settings), names[0])

    def milliseconds(self, address: str, days: DayCounts) -> float:
        began = time.perf_counter()
        answer = self.open(address, days)
        if answer.status != 200:
            raise SystemExit(f"{address}: {answer.status} {answer.body.decode()[:300]}")
        return (time.perf_counter() - began) * 1000


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--per-day", type=int, default=4, help="reports of each node")
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--store", default="/var/tmp/duckrow-fleet.db", help="made if missing")
    given = parser.parse_args()
    if not os.path.exists(given.store):
        began = time.perf_counter()
        fill_fast(given.store, given.nodes, given.per_day, time.time())
        print(f"made {given.store} in {time.perf_counter() - began:.0f} s")
    database = open_database(given.store, print, FUNCTIONS)
    newest = Asking(database, 0).rows("reports", order="-end_time", limit=1)[0]
    now = seconds_of(newest["end_time"])
    assert now is not None
    visitor = Visitor(database, now + 1)
    reports = Asking(database, now).count("reports")
    size = os.path.getsize(given.store) / 1e6
    print(f"{given.store}: {size:,.0f} MB, {reports:,} reports")
    kept = DayCounts()
    for name, (path, budget) in VIEWS.items():
        address = path.replace("RUN", str(newest["hash"]))
        visitor.milliseconds(address, kept)  # the pages of the file come into memory
        fresh = visitor.milliseconds(address, DayCounts())
        times = sorted(visitor.milliseconds(address, kept) for _ in range(given.repeat))
        line = f"{name}: median {times[len(times) // 2]:.0f} ms"
        line += f", p95 {times[int(len(times) * 0.95)]:.0f} ms, without counted days {fresh:.0f} ms"
        print(line + (f" (budget {budget} ms)" if budget else ""), flush=True)
    database.close()


if __name__ == "__main__":
    main()
