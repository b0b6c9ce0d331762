"""A server with a store of its own: agents export and collect, and everything is stored."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from tests.unit.server.reports import report_data
from tests.unit.server.running import Reply, RunningServer, messages

SITE = """
node 'huey.lab' {
  @@notify { "from ${trusted['certname']}": message => "${facts['color']}", tag => 'pond' }
  @@notify { 'secret': message => Sensitive('hush') }
}
node 'dewey.lab' {
  Notify <<| tag == 'pond' |>>
}
node 'louie.lab' {
  $query = 'nodes[certname, latest_report_status] { certname ~ "y.lab" order by certname }'
  notify { 'found': message => "${puppetdb_query($query)}" }
}
"""
ORIGIN = "X-Duckrow-Catalog"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    conf = "storeconfigs = true\nstoreconfigs_backend = duckrow\nreports = none\n"
    running = RunningServer(tmp_path_factory.mktemp("s"), conf)
    running.write("manifests/site.pp", SITE)
    with running:
        for name in ("huey.lab", "dewey.lab", "louie.lab"):
            running.add_node(name)
        yield running


def asked(server: RunningServer, node: str, **facts: str) -> Reply:
    reply = server.catalog(node, facts)
    assert reply.status == 200, reply.text
    return reply


def test_what_an_agent_exports_the_next_one_collects(server: RunningServer) -> None:
    for color in ("red", "blue"):
        asked(server, "huey.lab", color=color)
        assert messages(asked(server, "dewey.lab")) == [color]
    again = asked(server, "dewey.lab")
    assert (messages(again), again.headers[ORIGIN]) == (["blue"], "unchanged")


def test_a_node_without_exports_leaves_none(server: RunningServer) -> None:
    asked(server, "huey.lab", color="red")
    site = server.production / "manifests/site.pp"
    try:
        site.write_text(SITE.replace("tag => 'pond'", "tag => 'lake'"))
        asked(server, "huey.lab", color="red")
        assert messages(asked(server, "dewey.lab")) == []
    finally:
        site.write_text(SITE)


def test_reports_are_stored_too(server: RunningServer) -> None:
    asked(server, "huey.lab", color="red")
    asked(server, "dewey.lab")
    body = json.dumps(report_data("huey.lab"))
    path = "/puppet/v3/report/huey.lab?environment=production"
    reply = server.ask("PUT", path, body, {"Content-Type": "application/json"}, "huey.lab")
    assert (reply.status, reply.json()) == (200, ["puppetdb"])
    wanted = (
        "[{certname => dewey.lab, latest_report_status => }, "
        "{certname => huey.lab, latest_report_status => changed}]"
    )
    limit = time.monotonic() + 30
    while messages(asked(server, "louie.lab")) != [wanted] and time.monotonic() < limit:
        time.sleep(0.05)
    assert messages(asked(server, "louie.lab")) == [wanted]


def test_secrets_are_not_stored(server: RunningServer) -> None:
    asked(server, "huey.lab", color="red")
    directory = server.directory / "var/duckrow"
    names = [path for path in directory.iterdir() if path.name.startswith("store.db")]
    assert names
    assert not any(b"hush" in path.read_bytes() for path in names)
