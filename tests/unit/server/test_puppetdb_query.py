"""The endpoints below /pdb/query/v4, beside what tests/conformance/puppetdb compares."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conformance.puppetdb.fleet import commands

from duckrow.server.http.exchange import Answer, Request
from duckrow.server.puppetdb.query import answer_query
from duckrow.store.commands.table import read_command
from duckrow.store.database.sqlite import SqliteDatabase
from duckrow.store.query import ask
from duckrow.store.query.functions import FUNCTIONS

PURGE_AFTER = 14 * 24 * 3600  # seconds


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteDatabase]:
    database = SqliteDatabase(f"{tmp_path}/store.db", print, FUNCTIONS)
    for command in commands():
        if command.certname in ("foo1", "foo2"):
            checked = read_command(
                command.name, command.version, command.certname, command.payload, 1
            )
            database.write(checked.write)
    yield database
    database.close()


def get(store: SqliteDatabase, path: str, **parameters: str) -> Answer:
    query = {name: [value] for name, value in parameters.items()}
    return answer_query(store, Request("GET", f"/pdb/query/v4{path}", query), PURGE_AFTER)


def all_of(answer: Answer) -> bytes:
    """Return the body of an answer that has several pieces."""
    pieces = answer.pieces
    assert pieces is not None
    found = list(iter(pieces.next, b""))
    assert len(found) > 2
    return b"".join(found)


def post(store: SqliteDatabase, path: str, body: object) -> Answer:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return answer_query(store, Request("POST", f"/pdb/query/v4{path}", body=content), PURGE_AFTER)


def test_a_query_may_be_posted(store: SqliteDatabase) -> None:
    found = [{"certname": "foo1"}, {"certname": "foo2"}]
    query = "nodes[certname] { order by certname }"
    assert json.loads(post(store, "", {"query": query}).body) == found
    ast = ["extract", "certname"]
    body = {"query": ast, "order_by": [{"field": "certname"}], "limit": 1, "include_total": True}
    answer = post(store, "/nodes", body)
    assert (json.loads(answer.body), answer.headers) == (found[:1], {"X-Records": "2"})
    body = {"query": json.dumps(ast), "order_by": [{"field": "certname", "order": "desc"}]}
    assert json.loads(post(store, "/nodes", body).body) == found[::-1]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"duck", b"\xff", {"query": 5}, {"duck": 1}, {"limit": 1}]
)
def test_an_invalid_body_is_an_error(store: SqliteDatabase, body: object) -> None:
    assert post(store, "", body).status == 400


def test_an_unknown_path_is_not_found(store: SqliteDatabase) -> None:
    for path in (
        "/ducks",
        "/nodes/foo1/ducks",
        "/reports/x",
        "/facts/a/b/c",
        "/environments/DEV/x",
    ):
        assert get(store, path).status == 404, path


def test_parts_of_a_report_are_answers_by_themselves(store: SqliteDatabase) -> None:
    latest = ["and", ["=", "certname", "foo1"], ["=", "latest_report?", True]]
    query = json.dumps(["extract", ["hash", "logs"], latest])
    (report,) = json.loads(get(store, "/reports", query=query).body)
    logs = json.loads(get(store, f"/reports/{report['hash']}/logs").body)
    assert logs == report["logs"]["data"]
    assert report["logs"]["href"] == f"/pdb/query/v4/reports/{report['hash']}/logs"
    assert json.loads(get(store, f"/reports/{report['hash']}/metrics").body)[0]["category"]
    assert len(json.loads(get(store, f"/reports/{report['hash']}/events").body)) == 3


def test_an_answer_is_pretty_if_asked(store: SqliteDatabase) -> None:
    plain, pretty = get(store, "/environments"), get(store, "/environments", pretty="true")
    assert b"\n" in pretty.body
    assert json.loads(plain.body) == json.loads(pretty.body)


def test_an_answer_of_many_pieces_is_one_list(
    store: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = json.loads(get(store, "/facts").body)
    pretty = get(store, "/facts", pretty="true").body
    monkeypatch.setattr(ask, "_PIECE", 100)
    monkeypatch.setattr(ask, "_MOST", 3)
    assert json.loads(all_of(get(store, "/facts"))) == whole
    assert all_of(get(store, "/facts", pretty="true")) == pretty


def test_a_title_with_slashes_is_a_path(store: SqliteDatabase) -> None:
    found = json.loads(get(store, "/resources/File/etc/foobar").body)
    assert {row["title"] for row in found} == {"/etc/foobar"}


def test_a_pattern_that_takes_too_long_is_an_error(
    store: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duckrow.store.query.patterns.TIME_LIMIT", 0.05)
    store.write(
        lambda session: session.execute_many(
            "UPDATE facts SET value = ? WHERE name = 'kernel'", [(json.dumps("a" * 40_000 + "b"),)]
        )
    )
    answer = get(store, "/facts", query='["~", "value", "^(a+)+$"]')
    assert answer.status == 400
    assert b"a regular expression takes longer" in answer.body
