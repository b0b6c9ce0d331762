"""Our own store, as a run uses it: what it has stored is there when it is opened again."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from orjson import dumps

from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.storeconfigs.catalog_payload import (
    CatalogIdentity,
    RepeatableCatalog,
    catalog_head,
)
from duckrow.puppet.storeconfigs.facts_payload import facts_command
from duckrow.puppet.storeconfigs.store import REPLACE_FACTS, Command, Store, StoreError
from duckrow.server.environments.environments import Environments
from duckrow.server.http.exchange import Request
from duckrow.server.log import Log
from duckrow.server.puppetdb.admin import post_command
from duckrow.server.site import Site
from duckrow.server.store.open_store import open_store
from duckrow.server.store.settings import StoreSettings
from duckrow.store.day_counts import begin_anew, is_filled
from duckrow.store.housekeeping import Housekeeping

NOON = 1_794_830_400_123_000_000


def opened(directory: Path, messages: list[str]) -> Store:
    settings = Settings({"vardir": str(directory), "storeconfigs_backend": "duckrow"})
    return open_store(settings, lambda level, message: messages.append(f"{level}: {message}"))


def test_a_store_opens_again(tmp_path: Path) -> None:
    messages: list[str] = []
    for color in ("red", "blue"):
        store = opened(tmp_path, messages)
        facts = {"color": color, "os": {"name": "Debian", "deep": [1, 2.5, None]}}
        trusted = {"certname": "huey.lab", "extensions": {}}
        store.submit(facts_command("huey.lab", facts, trusted, "test", "server.lab", NOON))
        assert store.query("inventory[certname, facts.color] { }") == [
            {"certname": "huey.lab", "facts.color": color}
        ]
        assert store.query("environments { }") == [{"name": "test"}]
        assert store.query("nodes[count()] { }") == [{"count": 1}]
        store.close()
    assert messages == []


def test_a_query_and_a_command_that_are_rejected(tmp_path: Path) -> None:
    store = opened(tmp_path, [])
    with pytest.raises(StoreError, match="the store rejects the query: 'wet' is not a queryable"):
        store.query(["from", "nodes", ["=", "wet", 1]])
    with pytest.raises(StoreError, match="the store rejects the query: PQL parse error"):
        store.query("nodes {")
    with pytest.raises(StoreError, match="the store rejects the 'replace facts' command for x"):
        store.submit(Command(REPLACE_FACTS, "x", {"certname": "x"}, NOON))
    store.close()


def repeatable(content: dict[str, Any], uuid: str, reads: list[str]) -> RepeatableCatalog:
    identity = CatalogIdentity(1, uuid, NOON)

    def read() -> dict[str, Any]:
        reads.append(uuid)
        return content

    head = catalog_head("huey.lab", "test", identity, "server.lab")
    return RepeatableCatalog(head, read, dumps(content), identity)


def test_the_content_of_a_catalog_that_the_store_has_is_not_read(tmp_path: Path) -> None:
    def content(title: str) -> dict[str, Any]:
        resource = {"type": "Notify", "title": title, "tags": [], "parameters": {}}
        return {"resources": [{**resource, "exported": True}], "edges": []}

    store, reads = opened(tmp_path, []), list[str]()
    store.submit(repeatable(content("a"), "1", reads))
    store.submit(repeatable(content("a"), "2", reads))
    assert reads == ["1"]
    assert store.query("catalogs[catalog_uuid] { }") == [{"catalog_uuid": "2"}]
    other = opened(tmp_path, [])  # of another server
    other.submit(repeatable(content("b"), "3", reads))
    store.submit(repeatable(content("a"), "4", reads))
    assert reads == ["1", "3", "4"]
    assert store.query("resources[title] { }") == [{"title": "a"}]
    for each in (store, other):
        each.close()


def test_only_the_owner_renames_a_damaged_file(tmp_path: Path) -> None:
    settings = Settings({"vardir": str(tmp_path), "storeconfigs_backend": "duckrow"})
    log = Log(write=lambda _: None)
    path = Path(StoreSettings(settings).address)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"duck" * 5000)
    worker = Site(settings, Environments(settings), log)
    with pytest.raises(StoreError, match="a server that starts renames it"):
        worker.find_store().query("nodes { }")
    assert path.read_bytes() == b"duck" * 5000
    web = Site(settings, Environments(settings), log, owns_store=True)
    assert web.find_store().query("nodes { }") == []
    web.records.close()
    assert list(path.parent.glob("*.bad-*"))


def test_a_stop_ends_the_cleaning_that_a_client_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings({"vardir": str(tmp_path)})
    site = Site(settings, Environments(settings), Log(write=lambda _: None), owns_store=True)
    ended: list[bool] = []

    def run(self: Housekeeping, _now: int, parts: tuple[str, ...]) -> None:
        site.housekeeper.stop()
        ended.append(self._is_over())

    monkeypatch.setattr(Housekeeping, "run", run)
    body = dumps({"command": "clean", "version": 1, "payload": []})
    headers = {"content-type": "application/json"}
    request = Request("POST", "/pdb/admin/v1/cmd", headers=headers, body=body)
    assert post_command(site, request).status == 200
    assert ended == [True]
    site.records.close()


def test_a_server_that_starts_counts_the_days_of_an_older_store(tmp_path: Path) -> None:
    settings = Settings({"vardir": str(tmp_path)})
    site = Site(settings, Environments(settings), Log(write=lambda _: None), owns_store=True)
    site.records.database.write(begin_anew)

    def is_whole() -> bool:
        with site.records.reading() as session:
            return is_filled(session)

    assert not is_whole()
    site.housekeeper.start()
    limit = monotonic() + 60
    while not is_whole():
        assert monotonic() < limit
        sleep(0.01)
    site.housekeeper.stop()
    site.records.close()
