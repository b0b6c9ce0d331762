"""Environments, facts, catalogs of version 4, and the administration of caches."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path

import pytest
from tests.unit.server.reports import report_json
from tests.unit.server.running import RunningServer, messages

from duckrow.puppet.settings.settings import Settings
from duckrow.server.environments.environments import Environments

CATALOG = "/puppet/v3/catalog/huey.lab?environment=production"
NO_ENVIRONMENT = "Bad Request: An environment parameter must be specified"


@pytest.mark.parametrize("node", ["huey.lab", ""])
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nosuch", 404),
        ("/puppet", 404),
        ("/puppet/v3", 404),
        ("/puppet/v3/nosuch/x?environment=production", 404),
        ("/puppet/v2/catalog/huey.lab", 404),
        ("/production/catalog/huey.lab", 404),
        ("/puppet-ca/v1/nosuch", 403),
        ("/puppet-admin-api/v1/nosuch", 403),
        ("/status/v1/nosuch", 403),
        ("/", 403),
    ],
)
def test_paths_that_do_not_exist(server: RunningServer, path: str, status: int, node: str) -> None:
    assert server.ask("GET", path, node=node).status == status  # as puppetserver


def test_a_list_of_environments_has_nothing_below_it(server: RunningServer) -> None:
    assert server.ask("GET", "/puppet/v3/environments/x", node="huey.lab").status == 404


def test_a_request_names_its_environment(server: RunningServer) -> None:
    catalog = "/puppet/v3/catalog/huey.lab"
    said = "The environment must be purely alphanumeric, not '{}'"
    for query, shown in (("", "null"), ("?environment=", ""), ("?environment=a-b", "a-b")):
        reply = server.ask("GET", catalog + query, node="huey.lab")
        assert (reply.status, reply.text) == (400, said.format(shown))
    node = "/puppet/v3/node/huey.lab"
    reply = server.ask("GET", node, node="huey.lab")
    assert (reply.status, reply.json()["message"]) == (400, NO_ENVIRONMENT)
    reply = server.ask("GET", f"{node}?environment=a-b", node="huey.lab")
    assert (reply.status, reply.json()["message"]) == (400, f"Bad Request: {said.format('a-b')}")
    reply = server.ask("GET", f"{node}?environment=nosuch", node="huey.lab")
    missing = "Not Found: Could not find environment 'nosuch'"
    assert (reply.status, reply.json()["message"]) == (404, missing)
    facts = "/puppet/v3/facts/huey.lab"
    reply = server.ask("PUT", facts, "{}", {"Content-Type": "application/json"}, "huey.lab")
    assert (reply.status, reply.json()["message"]) == (400, NO_ENVIRONMENT)


@pytest.mark.parametrize("status", [403, 200])
def test_a_client_that_expects_to_continue_is_told(server: RunningServer, status: int) -> None:
    node = "huey.lab" if status == 200 else "louie.lab"
    path = f"/puppet/v3/report/{node}?environment=production"
    body = report_json(node)
    with closing(server.connection("huey.lab")) as connection:
        connection.connect()
        head = f"PUT {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        rest = f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
        connection.sock.sendall((head + rest).encode())
        first = connection.sock.recv(25)
        if status != 200:  # the body is not asked for
            assert first.startswith(b"HTTP/1.1 403")
            return
        assert first == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sock.sendall(body)
        assert connection.sock.recv(15) == b"HTTP/1.1 200 OK"


def test_environments_are_listed_with_their_settings(server: RunningServer) -> None:
    reply = server.ask("GET", "/puppet/v3/environments", node="huey.lab").json()
    directory = server.directory / "code/environments"
    assert reply["search_paths"] == [f"file://{directory}"]
    settings = reply["environments"]["production"]["settings"]
    assert settings["manifest"] == f"{directory}/production/manifests"
    assert settings["environment_timeout"] == 0


def test_facts_can_be_sent_before(server: RunningServer) -> None:
    path = "/puppet/v3/facts/huey.lab?environment=production"
    body = json.dumps({"name": "huey.lab", "values": {"color": "violet"}})
    assert server.ask("PUT", path, body, {"Content-Type": "text/plain"}, "huey.lab").status == 415
    kind = {"Content-Type": "application/json"}
    assert server.ask("PUT", path, body, kind, "huey.lab").status == 200
    catalog = server.ask("GET", CATALOG, node="huey.lab")
    assert messages(catalog) == ["huey.lab violet"]
    other = json.dumps({"name": "louie.lab", "values": {}})
    assert server.ask("PUT", path, other, kind, "huey.lab").status == 400


def test_facts_that_are_nested_too_deeply_are_not_stored(server: RunningServer) -> None:
    path = "/puppet/v3/facts/huey.lab?environment=production"
    kind = {"Content-Type": "application/json"}
    good = json.dumps({"name": "huey.lab", "values": {"color": "blue"}})
    assert server.ask("PUT", path, good, kind, "huey.lab").status == 200
    deep = json.loads("[" * 60 + "]" * 60)
    bad = json.dumps({"name": "huey.lab", "values": {"color": "red", "deep": deep}})
    reply = server.ask("PUT", path, bad, kind, "huey.lab")
    assert reply.status == 400
    assert "the facts of huey.lab are nested more than 40 levels deep" in reply.text
    assert server.catalog("huey.lab", {"color": "red", "deep": deep}).status == 400
    many = json.dumps({"name": "huey.lab", "values": {"color": "red", "many": [0] * 200_001}})
    assert server.ask("PUT", path, many, kind, "huey.lab").status == 413
    catalog = server.ask("GET", CATALOG, node="huey.lab")
    assert messages(catalog) == ["huey.lab blue"]


def test_a_node_in_another_environment_learns_it(tmp_path: Path) -> None:
    classifier = tmp_path / "classify"
    data = "{environment: lake, parameters: {role: web, big: 99999999999999999999}}"
    classifier.write_text(f"#!/bin/sh\necho '{data}'\n")
    classifier.chmod(0o755)
    (tmp_path / "s").mkdir()
    conf = f"node_terminus = exec\nexternal_nodes = {classifier}\n"
    running = RunningServer(tmp_path / "s", conf)
    running.write("../lake/manifests/site.pp", 'notify { a: message => "role ${role}" }')
    running.add_node("huey.lab")
    with running:
        node = running.ask(
            "GET", "/puppet/v3/node/huey.lab?environment=production", node="huey.lab"
        )
        assert node.json()["environment"] == "lake"
        reply = running.catalog("huey.lab", check_environment="true").json()
        assert (reply["environment"], reply["resources"]) == ("lake", [])
        catalog = running.catalog("huey.lab", environment="lake", check_environment="true")
        assert messages(catalog) == ["role web"]
        classifier.write_text("#!/bin/sh\necho dry >&2\nexit 3\n")
        assert running.catalog("huey.lab").status == 500
        found = running.wait_for(r"err: POST /puppet/v3/catalog/huey\.lab: (.*)")[1]
        assert "Failed when searching for node huey.lab" in found


def test_an_unknown_environment_is_the_default_one(server: RunningServer) -> None:
    reply = server.catalog("huey.lab", environment="nowhere")
    assert reply.json()["environment"] == "production"


def test_paths_and_methods_that_do_not_exist_are_refused(server: RunningServer) -> None:
    assert server.ask("GET", "/puppet/v3/nothing", node="huey.lab").status in (403, 404)
    assert server.ask("GET", "/").status == 403
    reply = server.ask("POST", "/status/v1/simple")
    assert reply.status in (403, 405)
    assert server.ask("GET", "/status/v1/simple/quack").status == 404
    assert server.ask("GET", "/puppet/v3/../../etc/passwd").status == 400


def test_every_request_is_one_line_of_the_log(server: RunningServer) -> None:
    server.ask("GET", "/status/v1/simple%0Aforged", node="huey.lab")
    line = [each for each in server.log.splitlines() if "forged" in each]
    assert len(line) == 1
    assert re.fullmatch(r"\S+Z GET /status/v1/simple%0Aforged 4\d\d [\d.]+ms huey.lab", line[0])


@pytest.mark.parametrize(
    "text",
    [b"quack\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"\xff\xfe\r\n\r\n"],
    ids=["no HTTP", "a wrong length", "bytes"],
)
def test_a_malformed_request_leaves_no_traceback(server: RunningServer, text: bytes) -> None:
    connection = server.connection("huey.lab")
    connection.connect()
    try:
        connection.sock.sendall(text)
        connection.sock.recv(1000)
    finally:
        connection.close()
    assert server.ask("GET", "/status/v1/simple").status == 200
    assert "Traceback" not in server.log
    starts = r"\d{4}-\d\d-\d\dT[\d:.]+Z "
    assert all(re.match(starts, line) for line in server.log.splitlines()), server.log


@pytest.mark.parametrize("timeout", ["0", "unlimited", "1h"])
def test_environments_are_read_again_as_the_timeout_says(tmp_path: Path, timeout: str) -> None:
    directory = tmp_path / "production"
    (directory / "manifests").mkdir(parents=True)
    (directory / "environment.conf").write_text(f"environment_timeout = {timeout}\n")
    manifest = directory / "manifests/site.pp"
    manifest.write_text("notice(1)")
    environments = Environments(Settings({"environmentpath": str(tmp_path)}))
    found = environments.find("production")
    assert found is not None
    first = found.prepare()
    manifest.write_text("notice(2) notice(3)")
    again = environments.find("production")
    assert again is found
    assert (found.prepare() is first) is (timeout != "0")
    environments.forget("production")
    assert environments.find("production") is not found
    assert environments.find("nowhere") is None
