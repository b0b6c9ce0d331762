"""The client of a PuppetDB: requests, several servers, and what goes wrong."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from hashlib import sha1
from pathlib import Path
from typing import Any

import pytest
from tests.unit.puppet.agent.lab import JSON, TEXT, Answer, Lab, Seen

from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.storeconfigs.configuration import Configuration
from duckrow.puppet.storeconfigs.puppetdb import PuppetDb
from duckrow.puppet.storeconfigs.store import REPLACE_FACTS, Command, StoreError

NOON = 1_794_830_400_123_000_000
Messages = list[tuple[str, str]]
OPENED: list[PuppetDb] = []  # of the running test


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    lab = Lab(tmp_path_factory.mktemp("lab"))
    crl = lab.authority.crl_pem()
    Path(lab.host_files.path, "crl.pem").write_bytes(crl)
    with lab.serving():
        yield lab


@pytest.fixture
def lab(served: Lab) -> Iterator[Lab]:
    served.seen.clear()
    served.special.clear()
    yield served
    while OPENED:
        OPENED.pop().close()


def client(lab: Lab, messages: Messages | None = None, **given: str) -> PuppetDb:
    settings = Settings({"ssldir": lab.host_files.path, "certname": "puppet.lab"})
    given.setdefault("server_urls", f"https://localhost:{lab.port}")
    heard = messages if messages is not None else []
    store = PuppetDb(settings, Configuration(given), lambda *each: heard.append(each))
    OPENED.append(store)
    return store


def always(status: int, content: object, kind: str = JSON) -> Callable[[Seen], Answer]:
    body = content.encode() if isinstance(content, str) else json.dumps(content).encode()
    return lambda _: (status, kind, body)


def facts(**values: object) -> Command:
    return Command(REPLACE_FACTS, "web 1.lab", {"values": values}, NOON)


def test_resources_are_asked_for_with_the_certificate_of_the_host(lab: Lab) -> None:
    rows = [{"certname": "a.lab", "type": "Notify", "title": "x"}]
    lab.special["/pdb"] = always(200, rows)
    query = ["=", "title", "a&b=ü/"]
    assert client(lab).resources(query) == rows
    (seen,) = lab.seen
    assert (seen.method, seen.path, seen.name) == ("GET", "/pdb/query/v4/resources", "puppet.lab")
    assert json.loads(seen.fields["query"][0]) == query


def test_a_query_is_posted(lab: Lab) -> None:
    lab.special["/pdb"] = always(200, [{"count": 1}])
    assert client(lab).query("nodes { }") == [{"count": 1}]
    (seen,) = lab.seen
    assert (seen.method, seen.path) == ("POST", "/pdb/query/v4")
    assert json.loads(seen.body) == {"query": "nodes { }"}


def test_a_command_is_packed_and_has_a_checksum(lab: Lab) -> None:
    lab.special["/pdb"] = always(200, {"uuid": "u-1"})
    messages: Messages = []
    client(lab, messages).submit(facts(a=1))
    (seen,) = lab.seen
    content = gzip.decompress(seen.body)
    assert json.loads(content) == {"values": {"a": 1}}
    assert seen.headers["x-uncompressed-length"] == str(len(content))
    assert {name: value for name, (value,) in seen.fields.items()} == {
        "checksum": sha1(content, usedforsecurity=False).hexdigest(),
        "version": "5",
        "certname": "web 1.lab",
        "command": "replace_facts",
        "producer-timestamp": "2026-11-16T12:00:00.123Z",
    }
    said = "'replace_facts' command for web 1.lab submitted to PuppetDB with UUID u-1"
    assert messages == [("info", said)]


def test_bytes_that_are_not_utf8_are_replaced(lab: Lab) -> None:
    lab.special["/pdb"] = always(200, {"uuid": "u-1"})
    messages: Messages = []
    client(lab, messages).submit(facts(a="x\udcff", b=1 << 70))
    values: dict[str, Any] = json.loads(gzip.decompress(lab.seen[0].body))["values"]
    assert values == {"a": "x\ufffd", "b": 1 << 70}
    assert messages[0][1].startswith("Lossy encoding of a 'replace facts' command")


def test_a_rejected_query_names_the_reason(lab: Lab) -> None:
    lab.special["/pdb"] = always(400, "'wet' is not\na queryable object", TEXT)
    url = f"https://localhost:{lab.port}"
    with pytest.raises(StoreError) as caught:
        client(lab).resources(["=", "wet", 1])
    assert str(caught.value) == (
        f"Could not retrieve resources from the PuppetDB at {url}: "
        "[400 Bad Request] 'wet' is nota queryable object"
    )
    with pytest.raises(StoreError, match="rejects the query"):
        client(lab).query("wet")


def test_a_rejected_command_fails_unless_failures_are_soft(lab: Lab) -> None:
    lab.special["/pdb"] = always(400, {"error": "no"})
    with pytest.raises(StoreError, match=r"'replace_facts' command for web 1.lab failed"):
        client(lab).submit(facts())
    messages: Messages = []
    client(lab, messages, soft_write_failure="true").submit(facts())
    assert [level for level, _ in messages] == ["err"]


def test_the_next_server_answers_in_turn(lab: Lab) -> None:
    lab.special["/pdb"] = always(200, [])
    messages: Messages = []
    urls = f"https://localhost:1, https://localhost:{lab.port}"
    store = client(lab, messages, server_urls=urls)
    assert store.query("nodes { }") == []
    ((level, text),) = messages
    assert level == "warning"
    assert text.startswith("Error connecting to localhost on 1 at route https://localhost:1/pdb")
    assert text.endswith("Failing over to the next PuppetDB server_url in the 'server_urls' list")
    store.query("nodes { }")
    assert len(messages) == 2  # the first one again
    sticky = client(lab, messages, server_urls=urls, sticky_read_failover="true")
    sticky.query("nodes { }")
    sticky.query("nodes { }")
    assert len(messages) == 3


def test_a_server_that_is_starting_counts_as_down(lab: Lab) -> None:
    lab.special["/pdb"] = always(404, "not yet", TEXT)
    with pytest.raises(StoreError, match="on at least 1 of the following 'server_urls'"):
        client(lab).query("nodes { }")
    lab.special["/pdb"] = always(503, "maintenance mode", TEXT)
    with pytest.raises(StoreError) as caught:
        client(lab).submit(facts())
    assert "is PuppetDB running" in caught.value.hint


def test_a_thing_that_is_not_there(lab: Lab) -> None:
    lab.special["/pdb"] = always(404, {"error": "No information is known about node x"})
    with pytest.raises(StoreError, match="Failed to find '/pdb/query/v4' on any"):
        client(lab).query("nodes { }")


def test_commands_go_to_all_servers_if_asked(lab: Lab) -> None:
    lab.special["/pdb"] = always(200, {"uuid": "u"})
    url = f"https://localhost:{lab.port}"
    only = f"https://127.0.0.1:{lab.port}"  # a name that the certificate lacks: never reached
    client(lab, submit_only_server_urls="https://localhost:1").submit(facts())
    assert len(lab.seen) == 1
    messages: Messages = []
    client(lab, messages, submit_only_server_urls=only, command_broadcast="true").submit(facts())
    assert len(lab.seen) == 2
    assert [level for level, _ in messages] == ["warning", "info"]
    lab.special["/pdb"] = always(500, "quack", TEXT)
    with pytest.raises(StoreError, match=f"'server_urls': {url}"):
        client(lab, command_broadcast="true").submit(facts())


def test_a_silent_server_for_commands_is_left_out_after_two_times(lab: Lab) -> None:
    from socket import create_server

    lab.special["/pdb"] = always(200, {"uuid": "u"})
    messages: Messages = []
    with create_server(("127.0.0.1", 0)) as silent:
        only = f"https://localhost:{silent.getsockname()[1]}"
        store = client(
            lab,
            messages,
            submit_only_server_urls=only,
            command_broadcast="true",
            server_url_timeout="1",
        )
        for _ in range(3):
            store.submit(facts())
    texts = [text for level, text in messages if level == "warning"]
    assert len(texts) == 2
    assert "timed out after 1 seconds" in texts[0]


def test_an_answer_that_is_no_json(lab: Lab) -> None:
    lab.special["/pdb"] = always(200, "<html>", TEXT)
    with pytest.raises(StoreError, match="is no JSON"):
        client(lab).query("nodes { }")
