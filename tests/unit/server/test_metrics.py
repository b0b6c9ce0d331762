"""/metrics has the numbers of the server and of the store, as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.unit.server.fleet_page.fleet import fill
from tests.unit.server.running import RunningServer

from duckrow.store.database.database import open_database
from duckrow.store.store import Store

AUTH_CONF = """
authorization: { version: 1, rules: [ {
    match-request: { path: "/metrics", type: path, method: get }
    allow: prometheus.lab
    sort-order: 300
    name: "metrics for Prometheus"
} ] }
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("s"))
    running.write_conf("auth.conf", AUTH_CONF)
    running.write_conf("store.conf", "store: { gc-interval: 0s }")  # the small fleet is of one day
    store = Store(open_database(f"{running.directory}/var/duckrow/store.db", print))
    fill(store)
    store.close()
    with running:
        running.add_node("prometheus.lab")
        running.add_node("huey.lab")
        yield running


def test_nodes_are_counted_by_the_status_of_their_last_run(server: RunningServer) -> None:
    lines = server.ask("GET", "/metrics", node="prometheus.lab").text.splitlines()
    assert {
        "duckrow_store_up 1",
        'duckrow_nodes{latest_report="changed"} 1',
        'duckrow_nodes{latest_report="failed"} 1',
        'duckrow_nodes{latest_report="unchanged"} 1',
        'duckrow_nodes{latest_report="none"} 1',
        'duckrow_policy_nodes{latest_run="failed"} 1',
        'duckrow_policy_nodes{latest_run="unchanged"} 1',
        'duckrow_policy_nodes{latest_run="none"} 2',
        "duckrow_nodes_pending 0",
    } <= set(lines)


def test_a_rule_decides_who_reads_them(server: RunningServer) -> None:
    assert server.ask("GET", "/metrics", node="huey.lab").status == 403
