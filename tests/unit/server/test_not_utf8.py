"""Code and files of modules with bytes that are not UTF-8: compiles go on, and no worker dies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.server.running import RunningServer

from duckrow.puppet.settings.settings import Settings
from duckrow.server.catalogs.compile import Compiler
from duckrow.server.catalogs.tolerant_json import from_json, to_json
from duckrow.server.catalogs.workers import FAULT, Start, Worker, _work
from duckrow.server.environments.environments import Environments
from duckrow.server.log import Log
from duckrow.server.site import Site

LATIN_1 = "caf\xe9".encode("latin-1")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    conf = "storeconfigs = true\nstoreconfigs_backend = duckrow\n"
    server = RunningServer(tmp_path_factory.mktemp("s"), conf)
    text = server.directory / "menu"
    text.write_bytes(LATIN_1)
    server.write(
        "manifests/site.pp",
        f"node 'huey.lab' {{ warning(file('{text}')) }}\n"
        f"node 'dewey.lab' {{ notify {{ 'a': message => file('{text}') }} }}\n"
        f"node 'louie.lab' {{ fail(file('{text}')) }}\n",
    )
    name = os.fsencode(server.production / "manifests") + b"/" + LATIN_1 + b".pp"
    with open(name, "wb") as file:
        file.write(b"node 'donald.lab' { nothing() }\n")
    with server:
        for node in ("huey.lab", "dewey.lab", "louie.lab", "donald.lab"):
            server.add_node(node)
        yield server
    assert "a compile worker ended" not in server.log
    assert "a fault in duckrow" not in server.log


def test_a_message_of_a_compile(server: RunningServer) -> None:
    for _ in range(2):
        assert server.catalog("huey.lab").status == 200
    server.wait_for(r"huey.lab: .*caf\\udce9")


def test_a_value_of_a_resource_is_stored(server: RunningServer) -> None:
    reply = server.catalog("dewey.lab")
    assert reply.status == 200, reply.text
    path = "/pdb/query/v4/resources/Notify/a"
    [found] = server.ask("GET", path, node="localhost").json()
    assert found["parameters"] == {"message": "caf\ufffd"}


def test_an_error_and_a_path_in_it(server: RunningServer) -> None:
    reply = server.catalog("louie.lab")
    assert reply.status == 500
    assert "caf\ufffd" in reply.json()["message"]
    reply = server.catalog("donald.lab")
    assert reply.status == 500
    assert "caf\ufffd.pp" in reply.json()["message"]


def test_json_between_processes_keeps_every_byte() -> None:
    data = {"path": os.fsdecode(LATIN_1), "number": 1 << 70, "word": "\u00e9\U0001f986"}
    assert from_json(to_json(data)) == data


def test_an_answer_that_cannot_be_sent_is_an_error_of_the_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    settings = Settings({"vardir": str(tmp_path), "confdir": str(tmp_path)})
    compiler = Compiler(Site(settings, Environments(settings), Log(write=lines.append)))
    monkeypatch.setattr(Compiler, "_try", lambda *_: ({"status": 200, "duck": object()}, b""))
    job = {"node": "huey.lab", "environment": "production"}
    header, content = compiler.run(job, b"{}")
    what = "Server Error: a fault in duckrow: TypeError on node huey.lab"
    assert (from_json(header), content) == ({"status": 500, "message": what}, b"")
    assert len(lines) == 1

    def fail(_: Worker) -> int:
        raise RuntimeError("quack")

    monkeypatch.setattr(Worker, "run", fail)
    assert _work(compiler, Start(1, 0.0), "", Log(write=lines.append))() == FAULT
    assert lines[1].count("\n") == 1
    assert "RuntimeError: quack" in lines[1]
