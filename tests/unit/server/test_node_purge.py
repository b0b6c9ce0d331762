"""`duckrow node purge`: a node that is gone leaves nothing, also while the server runs."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.server.reports import report_json
from tests.unit.server.running import COMMAND, PATIENCE, RunningServer
from tests.unit.store.damage import damage
from tests.unit.store.payloads import catalog, facts, report

from duckrow.puppet.settings.settings import Settings
from duckrow.server.log import Log
from duckrow.server.nodes.purge import purge_node
from duckrow.server.reports.data import Report
from duckrow.server.reports.store import ReportStore
from duckrow.source.errors import InputError


@pytest.fixture
def server(stopped: RunningServer) -> Iterator[RunningServer]:
    with stopped:
        for name in ("huey.lab", "dewey.lab"):
            stopped.add_node(name)
        yield stopped


def purge(server: RunningServer, *names: str) -> subprocess.CompletedProcess[str]:
    words = [COMMAND, "node", "purge", *names, "--confdir", f"{server.directory}/conf"]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def nodes_in_store(server: RunningServer) -> object:
    path = "/metrics/v2/read/puppetlabs.puppetdb.population:name=num-nodes"
    return server.ask("GET", path, node="localhost").json()["value"]["Value"]


def give(server: RunningServer, kind: str, version: int, payload: dict[str, object]) -> None:
    body = json.dumps({"command": kind, "version": version, "payload": payload})
    headers = {"Content-Type": "application/json"}
    reply = server.ask("POST", "/pdb/cmd/v1", body, headers, "localhost")
    assert reply.status == 200, reply.text


def test_certificate_store_and_files_go(server: RunningServer) -> None:
    for name in ("huey.lab", "dewey.lab"):
        give(server, "replace facts", 5, facts(name))
        give(server, "replace catalog", 9, catalog(name))
        give(server, "store report", 8, report(name))
        server.catalog(name, {"color": "white"})
    assert nodes_in_store(server) == 2
    bean = "/metrics/v2/read/puppetlabs.puppetdb.mq:name=global.processed"
    assert server.ask("GET", bean, node="localhost").json()["value"] == {"Count": 6}
    # The server writes facts a moment after they came.
    limit = time.monotonic() + PATIENCE
    while len(list(server.directory.rglob("facts/*.lab.json"))) < 2:
        assert time.monotonic() < limit
        time.sleep(0.05)
    done = purge(server, "huey.lab")
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert done.stdout.startswith(
        "huey.lab: removed certificate; facts, catalog, exported resources and reports in the store"
    )
    assert nodes_in_store(server) == 1
    assert server.catalog("huey.lab").status == 403
    assert server.catalog("dewey.lab", {"color": "white"}).status == 200
    again = purge(server, "huey.lab", "dewey.lab", "DUCK!")
    assert again.returncode == 1
    assert "nothing is known about huey.lab" in again.stderr
    assert "'DUCK!' is not the name of a node" in again.stderr
    assert nodes_in_store(server) == 0


def test_a_client_may_clean_and_delete(server: RunningServer) -> None:
    old = "2020-01-01T00:00:00.000Z"
    give(server, "replace facts", 5, {**facts("huey.lab"), "producer_timestamp": old})
    assert nodes_in_store(server) == 1

    def post(data: object) -> tuple[int, object]:
        path = "/pdb/admin/v1/cmd"
        headers = {"Content-Type": "application/json"}
        reply = server.ask("POST", path, json.dumps(data), headers, "localhost")
        return reply.status, reply.json()

    everything = ["expire_nodes", "purge_nodes", "purge_reports", "gc_packages", "other"]
    assert post({"command": "clean", "version": 1, "payload": everything}) == (200, {"ok": True})
    assert nodes_in_store(server) == 0
    status, answer = post({"command": "clean", "version": 1, "payload": ["duck"]})
    assert status == 400
    command = {"command": "delete", "version": 1, "payload": {"certname": "huey.lab"}}
    assert post(command) == (200, {"deleted": "huey.lab"})
    status, answer = post({"command": "quack"})
    assert (status, answer) == (
        400,
        {
            "error": 'Invalid command "{\\"command\\": \\"quack\\"}":'
            " Valid commands types are: 'clean' and 'delete'"
        },
    )
    stats = server.ask("GET", "/pdb/admin/v1/summary-stats", node="localhost").json()
    assert stats["node_activity"] == [{"active": True, "count": 0}, {"active": False, "count": 0}]


def stored_report(directory: Path) -> ReportStore:
    """Return the store of a server whose processors have not seen a report of huey.lab yet."""
    store = ReportStore(str(directory / "duckrow"), ["store", "http"], pytest.fail)
    text = report_json("huey.lab")
    store.save(Report("huey.lab", text, json.loads(text)))
    return store


def test_the_work_of_processors_that_the_command_does_not_know_stays(tmp_path: Path) -> None:
    store = stored_report(tmp_path)
    settings = Settings({"vardir": str(tmp_path), "confdir": str(tmp_path), "reports": "log"})
    assert list(purge_node(settings, "huey.lab", Log(write=pytest.fail))) == ["last run"]
    assert store.count_pending() == {"store": 1, "http": 1}
    assert store.last_report("huey.lab") is None
    store.close()


def test_the_command_never_renames_a_damaged_file(tmp_path: Path) -> None:
    stored_report(tmp_path).close()
    path = tmp_path / "duckrow/reports.db"
    damage(path, b"duck" * 5000)
    settings = Settings({"vardir": str(tmp_path), "confdir": str(tmp_path)})
    with pytest.raises(InputError, match=r"cannot use the reports: .*a server that starts renames"):
        list(purge_node(settings, "huey.lab", Log(write=pytest.fail)))
    assert path.read_bytes() == b"duck" * 5000


def test_reports_in_files_go(tmp_path: Path) -> None:
    settings = Settings({"vardir": str(tmp_path), "confdir": str(tmp_path), "reports": "store"})
    for name in ("huey.lab", "dewey.lab"):
        folder = Path(str(settings["reportdir"])) / name
        folder.mkdir(parents=True)
        (folder / "202611160000.yaml").write_text("---\n")
    assert list(purge_node(settings, "huey.lab", Log(write=pytest.fail))) == ["reports in files"]
    assert [each.name for each in folder.parent.iterdir()] == ["dewey.lab"]
