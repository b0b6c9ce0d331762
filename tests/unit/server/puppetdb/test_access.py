"""The store over TLS and on loopback: who may use it, and how bodies come."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
from collections.abc import Iterator

import pytest
from tests.unit.server.running import PATIENCE, Reply, RunningServer
from tests.unit.store.payloads import facts, policy_run, promise

VERSION = "/pdb/meta/v1/version"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    assert isinstance(port, int)
    return port


@pytest.fixture(scope="module")
def plain_port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, plain_port: int) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("s"))
    conf = f"store: {{ certificate-allowlist: [board.lab], port: {plain_port} }}"
    running.write_conf("store.conf", conf)
    with running:
        for name in ("huey.lab", "board.lab"):
            running.add_node(name)
        yield running


def test_the_server_and_those_of_the_list_may_ask(server: RunningServer) -> None:
    for name in ("localhost", "board.lab"):
        reply = server.ask("GET", VERSION, node=name)
        assert (reply.status, reply.json()) == (200, {"version": "7.12.1"})


@pytest.mark.parametrize("path", [VERSION, "/pdb/cmd/v1", "/metrics/v2/list"])
def test_an_agent_may_not(server: RunningServer, path: str) -> None:
    reply = server.ask("GET", path, node="huey.lab")
    assert reply.status == 403
    assert reply.text == (
        "Permission denied: the certificate-allowlist of the store lacks huey.lab"
    )
    reply = server.ask("GET", path)
    assert (reply.status, reply.text) == (
        403,
        "Permission denied: a client certificate is needed",
    )


def test_a_body_in_chunks_that_is_compressed(server: RunningServer) -> None:
    body = gzip.compress(json.dumps(facts("huey.lab")).encode())
    connection = server.connection("localhost")
    path = "/pdb/cmd/v1?command=replace_facts&version=5&certname=huey.lab&checksum=duck"
    headers = {
        "Content-Encoding": "gzip",
        "Content-Type": "application/json; charset=utf-8",
        "X-Uncompressed-Length": "1",
        "Connection": "close",
    }
    pieces = (body[start : start + 100] for start in range(0, len(body), 100))
    connection.request("POST", path, pieces, headers, encode_chunked=True)
    answer = connection.getresponse()
    assert (answer.status, list(json.loads(answer.read()))) == (200, ["uuid"])
    connection.close()


RUN = "/pdb/cmd/v1?command=store_policy_run&version=1&certname="


def test_an_agent_may_send_its_own_runs_of_policies_and_nothing_else(server: RunningServer) -> None:
    own = json.dumps(policy_run("huey.lab", 3, promise("failed"))).encode()
    json_headers = {"Content-Type": "application/json"}

    def post(path: str, body: bytes, **headers: str) -> int:
        sent = {**json_headers, **{name.replace("_", "-"): of for name, of in headers.items()}}
        return server.ask("POST", path, body, sent, node="huey.lab").status

    assert post(f"{RUN}huey.lab", own) == 200
    found = server.ask("GET", "/pdb/query/v4/promises", node="localhost").json()
    assert [(row["certname"], row["outcome"]) for row in found] == [("huey.lab", "failed")]
    # In the name of another node, as another command, and with fields in the body.
    other = json.dumps(policy_run("dewey.lab", 3)).encode()
    assert post(f"{RUN}dewey.lab", other) == 403
    assert post(f"{RUN}huey.lab", other) == 400
    assert post(f"{RUN}huey.lab&certname=dewey.lab", other) == 403
    fact = json.dumps(facts("huey.lab")).encode()
    path = "/pdb/cmd/v1?command=replace_facts&version=5&certname=huey.lab"
    assert post(path, fact) == 403
    form = "application/x-www-form-urlencoded"
    assert post(f"{RUN}huey.lab", b"command=deactivate_node&version=3", Content_Type=form) == 415
    assert post("/pdb/cmd/v1", json.dumps({"command": "store policy run"}).encode()) == 403


def ask_plain(
    port: int, path: str, method: str = "GET", body: str | None = None, **headers: str
) -> Reply:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, headers=named)
        answer = connection.getresponse()
        return Reply(answer.status, dict(answer.headers), answer.read())
    finally:
        connection.close()


def test_the_port_on_loopback_has_the_store_and_nothing_else(
    server: RunningServer, plain_port: int
) -> None:
    assert ask_plain(plain_port, VERSION).json() == {"version": "7.12.1"}
    path = "/metrics/v2/read/puppetlabs.puppetdb.population:name=num-nodes"
    assert "Value" in ask_plain(plain_port, path).json()["value"]
    status = ask_plain(plain_port, "/status/v1/services/puppetdb-status").json()
    assert (status["state"], status["service_name"]) == ("running", "puppetdb-status")
    for path in ("/puppet/v3/environments", "/puppet-ca/v1/certificate/ca", "/"):
        assert ask_plain(plain_port, path).status == 404
    assert ask_plain(plain_port, VERSION, Host="evil.example:80").status == 403
    assert ask_plain(plain_port, VERSION, Host="[::1]:80").status == 200
    assert ask_plain(plain_port, VERSION, "DELETE").status == 405


def test_a_web_page_cannot_use_the_port_on_loopback(server: RunningServer, plain_port: int) -> None:
    command = json.dumps({"command": "delete", "version": 1, "payload": {"certname": "huey.lab"}})
    page = {"Origin": "https://evil.example", "Content_Type": "application/json"}
    path = "/pdb/admin/v1/cmd"
    refused = ask_plain(plain_port, path, "POST", command, **page)
    assert (refused.status, refused.text) == (403, "this port answers no requests of web pages")
    assert ask_plain(plain_port, VERSION, Sec_Fetch_Site="cross-site").status == 403
    assert ask_plain(plain_port, VERSION, Sec_Fetch_Site="none").status == 200
    refused = ask_plain(plain_port, path, "POST", command, Content_Type="text/plain")
    assert (refused.status, refused.text) == (415, "content type text/plain not supported")
    done = ask_plain(plain_port, path, "POST", command, Content_Type="application/json")
    assert (done.status, done.json()) == (200, {"deleted": "huey.lab"})


def test_the_agents_port_takes_nothing_without_tls(server: RunningServer) -> None:
    with pytest.raises(OSError, match=r"reset|Remote"):
        ask_plain(server.port, VERSION)


def test_metrics(server: RunningServer, plain_port: int) -> None:
    listed = ask_plain(plain_port, "/metrics/v2/list").json()
    assert "name=num-nodes" in listed["value"]["puppetlabs.puppetdb.population"]
    unknown = ask_plain(plain_port, "/metrics/v2/read/duck:name=pond").json()
    assert (unknown["status"], unknown["error_type"]) == (
        404,
        "javax.management.InstanceNotFoundException",
    )
