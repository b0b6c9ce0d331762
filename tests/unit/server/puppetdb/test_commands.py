"""POST /pdb/cmd/v1: what is acknowledged is stored, and what cannot be stored is rejected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from tests.unit.store.payloads import catalog, facts, report

from duckrow.server.http.exchange import Refusal, Request
from duckrow.server.puppetdb.commands import post_command
from duckrow.store.database.errors import UnavailableError
from duckrow.store.database.session import Session
from duckrow.store.database.sqlite import SqliteDatabase
from duckrow.store.store import Store

FACTS = "command=replace_facts&version=5&certname=huey.lab"


class Site:
    """A site with a store."""

    def __init__(self, path: Path) -> None:
        self.records = Store(SqliteDatabase(f"{path}/store.db", print))

    def post(self, query: str, body: object, **headers: str) -> dict[str, object]:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        usual = {"content-type": "application/json; charset=utf-8", "accept": "application/json"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        request = Request(
            "POST", "/pdb/cmd/v1", parse_qs(query), headers={**usual, **given}, body=content
        )
        found = json.loads(post_command(self, request).body)
        assert isinstance(found, dict)
        return found

    def refuse(self, query: str, body: object, **headers: str) -> tuple[int, str]:
        with pytest.raises(Refusal) as caught:
            self.post(query, body, **headers)
        answer = caught.value.answer()
        text = answer.body.decode()
        if "json" in answer.content_type:
            text = json.loads(text)["error"]
        return answer.status, text

    def count(self, table: str) -> object:
        with self.records.reading() as session:
            row = session.execute(f"SELECT count(*) FROM {table}").fetchone()
        assert row is not None
        return row[0]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.records.close()


def test_a_command(site: Site) -> None:
    answer = site.post(FACTS, facts("huey.lab"))
    assert list(answer) == ["uuid"]
    assert site.count("factsets") == 1


def test_a_command_of_the_old_format(site: Site) -> None:
    for command, version, payload in (
        ("replace facts", 5, facts("huey.lab")),
        ("replace catalog", 9, catalog("huey.lab")),
        ("store report", 8, report("huey.lab")),
    ):
        site.post("", {"command": command, "version": version, "payload": payload})
    assert [site.count(table) for table in ("factsets", "catalogs", "reports")] == [1, 1, 1]


def test_a_client_that_waits_for_completion(site: Site) -> None:
    answer = site.post(f"{FACTS}&secondsToWaitForCompletion=20", facts("huey.lab"))
    assert {**answer, "uuid": ""} == {"uuid": "", "processed": True, "timed_out": False}


# The texts up to the last are those of PuppetDB 7.12.
@pytest.mark.parametrize(
    ("query", "body", "reason"),
    [
        (
            "command=duck&version=1&certname=a",
            {},
            (
                'Command "duck" for certname "a" is invalid. Command must be one of: configure'
                " expiration, deactivate node, replace catalog, replace catalog inputs, replace"
                " facts, store policy run, store report."
            ),
        ),
        (
            "command=replace_facts&version=1&certname=a",
            {},
            (
                'Command "replace facts" for certname "a" is invalid. Version 1 of command "replace'
                ' facts" is retired. The minimum supported version is 4.'
            ),
        ),
        (
            "command=replace_facts&version=x&certname=a",
            {},
            'Command "replace facts" for certname "a" is invalid. Version must be a valid integer.',
        ),
        (
            "command=replace_facts&version=5",
            {},
            (
                'Command "replace facts" for certname nil is invalid. Command is missing required'
                " parameters: certname."
            ),
        ),
        (
            f"{FACTS}&duck=1",
            {},
            (
                'Command "replace facts" for certname "huey.lab" is invalid. Command has invalid'
                " parameters: duck."
            ),
        ),
        (
            "",
            {"command": "replace facts"},
            (
                'Command "replace facts" for certname nil is invalid. Command was submitted without'
                " query parameters (old format). The request body must be a JSON map with required"
                " keys: command, version, payload."
            ),
        ),
        (
            "",
            {"command": "replace facts", "version": 5, "payload": []},
            (
                'Command "replace facts" for certname nil is invalid. Command was submitted without'
                " query parameters (old format). The payload value must be a JSON map."
            ),
        ),
        (
            "",
            b"",
            (
                "Command nil for certname nil is invalid. Command was submitted without query"
                " parameters (old format). The request body must be a JSON map with required keys:"
                " command, version, payload."
            ),
        ),
        (
            FACTS,
            {"certname": "huey.lab"},
            (
                'Command "replace facts" for certname "huey.lab" is invalid. the factset lacks'
                " 'values'"
            ),
        ),
    ],
)
def test_a_command_is_rejected_with_the_reason(
    site: Site, query: str, body: object, reason: str
) -> None:
    assert site.refuse(query, body) == (400, reason)


def test_other_types_and_versions_are_rejected(site: Site) -> None:
    status, text = site.refuse(FACTS, {}, content_type="application/x-www-form-urlencoded")
    assert (status, text) == (415, "content type application/x-www-form-urlencoded not supported")
    assert site.refuse(FACTS, {}, accept="text/plain") == (406, "must accept application/json")
    status, text = site.refuse("command=replace_facts&version=6&certname=a", {})
    assert status == 400
    assert "Version 6 of command 'replace facts' is unknown" in text
    status, text = site.refuse(FACTS, b"{")
    assert status == 400
    assert "the body is not JSON" in text


def test_a_store_that_cannot_write_is_named(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_database: object, _work: Callable[[Session], object]) -> None:
        raise UnavailableError("store.db: database or disk is full")

    monkeypatch.setattr(SqliteDatabase, "write", fail)
    status, text = site.refuse(FACTS, facts("huey.lab"))
    assert (status, text) == (
        503,
        "the command cannot be stored: store.db: database or disk is full",
    )
