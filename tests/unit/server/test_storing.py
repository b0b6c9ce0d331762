"""A server with a PuppetDB: agents export and collect, and everything is stored."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.puppet.storeconfigs.fake_puppetdb import FakePuppetDb
from tests.unit.server.reports import report_data
from tests.unit.server.running import Reply, RunningServer, messages

SITE = """
node 'huey.lab' {
  @@notify { "from ${trusted['certname']}":
    message => "${facts['color']}",
    tag     => 'pond',
  }
}
node 'dewey.lab' {
  Notify <<| tag == 'pond' |>>
}
node 'louie.lab' {
  notify { 'found': message => "${puppetdb_query('nodes { }')}" }
}
"""
ORIGIN = "X-Duckrow-Catalog"


@pytest.fixture(scope="module")
def served(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[RunningServer, FakePuppetDb]]:
    conf = "storeconfigs = true\nreports = puppetdb\n"
    server = RunningServer(tmp_path_factory.mktemp("s"), conf)
    server.write("manifests/site.pp", SITE)
    ssldir = server.directory / "ssl"
    (ssldir / "crl.pem").write_bytes(server.authority.crl_pem())
    with FakePuppetDb().serving(ssldir, "localhost") as store:
        urls = f"[main]\nserver_urls = https://localhost:{store.port}\n"
        (server.directory / "conf/puppetdb.conf").write_text(urls)
        with server:
            for name in ("huey.lab", "dewey.lab", "louie.lab"):
                server.add_node(name)
            yield server, store


def asked(server: RunningServer, node: str, **facts: str) -> Reply:
    reply = server.catalog(node, facts, transaction_uuid="t-1", job_uuid="7")
    assert reply.status == 200, reply.text
    return reply


def test_facts_and_catalogs_are_stored_before_the_answer(
    served: tuple[RunningServer, FakePuppetDb],
) -> None:
    server, store = served
    reply = asked(server, "huey.lab", color="red")
    facts = store.named("replace_facts")[-1]
    assert facts["values"]["color"] == "red"
    assert facts["values"]["trusted"]["authenticated"] == "remote"
    assert (facts["certname"], facts["producer"]) == ("huey.lab", "localhost")
    catalog = store.named("replace_catalog")[-1]
    assert catalog["catalog_uuid"] == reply.json()["catalog_uuid"]
    assert catalog["version"] == str(reply.json()["version"])
    assert (catalog["transaction_uuid"], catalog["job_id"]) == ("t-1", "7")
    # What is only exported is stored, and is not in the catalog of the agent.
    assert [each["title"] for each in catalog["resources"] if each["exported"]] == ["from huey.lab"]
    assert messages(reply) == []


def test_another_agent_collects_and_sees_every_change(
    served: tuple[RunningServer, FakePuppetDb],
) -> None:
    server, store = served
    asked(server, "huey.lab", color="red")
    first = asked(server, "dewey.lab")
    assert (messages(first), first.headers[ORIGIN]) == (["red"], "compiled")
    again = asked(server, "dewey.lab")
    assert (messages(again), again.headers[ORIGIN]) == (["red"], "unchanged")
    stored = store.named("replace_catalog")[-1]
    assert stored["catalog_uuid"] == again.json()["catalog_uuid"]
    assert stored["catalog_uuid"] != first.json()["catalog_uuid"]
    asked(server, "huey.lab", color="blue")
    changed = asked(server, "dewey.lab")
    assert (messages(changed), changed.headers[ORIGIN]) == (["blue"], "compiled")


def test_a_query_is_asked_again(served: tuple[RunningServer, FakePuppetDb]) -> None:
    server, store = served
    store.answers["nodes { }"] = [{"certname": "a"}]
    assert messages(asked(server, "louie.lab")) == ["[{certname => a}]"]
    assert asked(server, "louie.lab").headers[ORIGIN] == "unchanged"
    store.answers["nodes { }"] = [{"certname": "b"}]
    assert messages(asked(server, "louie.lab")) == ["[{certname => b}]"]


def test_what_is_not_stored_fails_the_request(served: tuple[RunningServer, FakePuppetDb]) -> None:
    server, store = served
    for command in ("replace_facts", "replace_catalog"):
        store.fails = command
        reply = server.catalog("huey.lab", {"color": "red"})
        store.fails = ""
        assert reply.status == 500
        assert f"'{command}' command for huey.lab failed" in reply.json()["message"]


def test_reports_reach_the_store(served: tuple[RunningServer, FakePuppetDb]) -> None:
    server, store = served
    body = json.dumps(report_data("huey.lab"))
    path = "/puppet/v3/report/huey.lab?environment=production"
    reply = server.ask("PUT", path, body, {"Content-Type": "application/json"}, "huey.lab")
    assert (reply.status, reply.json()) == (200, ["puppetdb"])
    limit = time.monotonic() + 30
    while not store.named("store_report") and time.monotonic() < limit:
        time.sleep(0.02)
    (stored,) = store.named("store_report")
    assert stored["certname"] == "huey.lab"


def test_keys_of_hiera_are_stored_if_wanted(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, "storeconfigs = true\n")
    server.write("hiera.yaml", "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n")
    server.write("data/common.yaml", "color: red\n")
    server.write("manifests/site.pp", "class a($x = 1) { }\ninclude a\nnotice(lookup('color'))\n")
    server.write_conf("puppetserver.conf", "jruby-puppet: { track-lookups: true }\n")
    ssldir = server.directory / "ssl"
    (ssldir / "crl.pem").write_bytes(server.authority.crl_pem())
    with FakePuppetDb().serving(ssldir, "localhost") as store:
        urls = f"[main]\nserver_urls = https://localhost:{store.port}\n"
        (server.directory / "conf/puppetdb.conf").write_text(urls)
        with server:
            server.add_node("huey.lab")
            replies = [asked(server, "huey.lab") for _ in range(3)]
    assert replies[-1].headers[ORIGIN] == "unchanged"
    stored = store.named("replace_catalog_inputs")
    assert [each["inputs"] for each in stored] == [[["hiera", "a::x"], ["hiera", "color"]]] * 3
    uuids = [reply.json()["catalog_uuid"] for reply in replies]
    assert [each["catalog_uuid"] for each in stored] == uuids


def test_only_facts_that_a_request_brings_are_stored(
    served: tuple[RunningServer, FakePuppetDb],
) -> None:
    server, store = served
    body = json.dumps({"name": "huey.lab", "values": {"color": "violet"}})
    path = "/puppet/v3/facts/huey.lab?environment=production"
    reply = server.ask("PUT", path, body, {"Content-Type": "application/json"}, "huey.lab")
    assert (reply.status, reply.body) == (200, b"")
    facts = store.named("replace_facts")[-1]
    assert facts["values"]["color"] == "violet"
    assert facts["values"]["trusted"]["authenticated"] == "remote"
    assert (facts["certname"], facts["environment"]) == ("huey.lab", "production")
    count = len(store.named("replace_facts"))
    path = "/puppet/v3/catalog/huey.lab?environment=production"
    accept = {"Accept": "application/vnd.puppet.rich+json"}
    assert server.ask("GET", path, None, accept, "huey.lab").status == 200
    catalog = store.named("replace_catalog")[-1]
    assert [each["parameters"] for each in catalog["resources"] if each["exported"]] == [
        {"message": "violet", "tag": "pond"}
    ]
    assert len(store.named("replace_facts")) == count
