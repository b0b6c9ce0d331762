"""/pdb/admin/v1/archive: what one server exports another one imports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.server.running import Reply, RunningServer
from tests.unit.store.payloads import facts
from tests.unit.store.test_archive import contents, fill

from duckrow.machine.archives.tar_stream import write_tar
from duckrow.store.database.database import open_database
from duckrow.store.store import Store

ARCHIVE = "/pdb/admin/v1/archive"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("s"))
    store = Store(open_database(f"{running.directory}/var/duckrow/store.db", print))
    fill(store)
    store.close()
    with running:
        running.add_node("huey.lab")
        yield running


def send(server: RunningServer, archive: bytes, node: str = "localhost") -> Reply:
    head = 'Content-Disposition: form-data; name="archive"; filename="a.tgz"'
    body = b"--pond\r\n%s\r\n\r\n%s\r\n--pond--\r\n" % (head.encode(), archive)
    headers = {"Content-Type": "multipart/form-data; boundary=pond"}
    return server.ask("POST", ARCHIVE, body, headers, node)


def test_an_archive_goes_out_and_in(server: RunningServer, tmp_path: Path) -> None:
    found = server.ask("GET", f"{ARCHIVE}?anonymization_profile=none", node="localhost")
    assert found.status == 200
    assert found.headers["Content-Disposition"].startswith("attachment; filename=puppetdb-export-")
    first = tmp_path / "first.tgz"
    first.write_bytes(found.body)
    assert len(contents(first)) == 10
    with RunningServer(tmp_path / "other") as other:
        for _ in range(2):
            answer = send(other, found.body)
            assert (answer.status, answer.json()) == (200, {"ok": True})
        again = tmp_path / "again.tgz"
        again.write_bytes(other.ask("GET", ARCHIVE, node="localhost").body)
        assert contents(again) == contents(first)
        assert not list((tmp_path / "other/var/duckrow").glob(".new-*"))


def test_nobody_gets_names_who_asks_for_an_archive_without_them(server: RunningServer) -> None:
    reply = server.ask("GET", f"{ARCHIVE}?anonymization_profile=full", node="localhost")
    assert (reply.status, "makes no anonymous archives" in reply.text) == (400, True)


def test_an_agent_gets_and_gives_no_archive(server: RunningServer) -> None:
    for node in ("huey.lab", ""):
        assert server.ask("GET", ARCHIVE, node=node).status == 403
        assert send(server, b"", node).status == 403


def test_an_archive_that_cannot_be_stored_is_an_error(
    server: RunningServer, tmp_path: Path
) -> None:
    reply = send(server, b"quack")
    assert reply.status == 400
    assert reply.json()["error"].startswith("the archive cannot be read: archive")
    metadata = json.dumps({"command_versions": {"replace_facts": 5}}).encode()
    members = [
        ("puppetdb-bak/export-metadata.json", metadata),
        ("puppetdb-bak/facts/louie.lab.json", json.dumps(facts("louie.lab")).encode()),
        ("puppetdb-bak/facts/x.json", b'{"certname": 5}'),
    ]
    write_tar(f"{tmp_path}/a.tgz", members)
    reply = send(server, (tmp_path / "a.tgz").read_bytes())
    assert reply.status == 400
    assert "1 of 2 payloads cannot be stored, the others are" in reply.json()["error"]
    reply = server.ask("GET", "/pdb/query/v4/nodes/louie.lab", node="localhost")
    assert reply.status == 200
    reply = server.ask("POST", ARCHIVE, b"x", {"Content-Type": "text/plain"}, "localhost")
    assert reply.status == 415
