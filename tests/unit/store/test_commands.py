"""Commands: a payload is checked with a reason, and written once however often it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

import pytest
from orjson import dumps, loads
from tests.unit.store.payloads import (
    Payload,
    at,
    catalog,
    event,
    facts,
    policy_run,
    promise,
    report,
    resource,
)

from duckrow.store.commands.checks import InvalidCommandError, time_in
from duckrow.store.commands.table import COMMANDS, load_payload, read_command
from duckrow.store.database.database import Database, open_database
from duckrow.store.database.session import Session
from duckrow.store.packed import value_of
from duckrow.store.schema import TABLES

NOW = time_in("2026-11-16T12:00:00Z")
HUEY = "huey.lab"


class Store:
    """A store to which commands are given."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def give(self, name: str, payload: Payload, version: int = 0, now: int = NOW) -> None:
        latest = COMMANDS[name][1]
        certname = str(payload["certname"])
        command = read_command(name, version or latest, certname, payload, now)
        self.database.write(command.write)

    def ask(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Return rows with times in microseconds and JSON without spaces."""
        dialect = self.database.dialect

        def plain(value: object) -> object:
            if isinstance(value, datetime):
                return dialect.microseconds(value)
            if isinstance(value, list | dict):
                return dialect.json_text(value)
            if isinstance(value, str) and value.startswith("{"):
                return dumps(loads(value)).decode()
            return value

        with self.database.reading(10) as session:
            rows = session.execute(query, values).fetchall()
        return [tuple(map(plain, row)) for row in rows]

    def count(self, table: str) -> object:
        return self.ask(f"SELECT count(*) FROM {table}")[0][0]


@pytest.fixture
def store(open_store: Callable[[], Database]) -> Store:
    return Store(open_store())


def test_every_command_has_the_name_of_the_table() -> None:
    assert {name: getattr(read, "name", "") for name, (_, _, read) in COMMANDS.items()} == {
        name: name for name in COMMANDS
    }


# ---- times


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("1970-01-01T00:00:00.000Z", 0),
        ("1970-01-01T00:00:01.5Z", 1500),
        ("1970-01-01T02:00:00.123456789+02:00", 123),
        ("1970-01-02", 86_400_000),
        ("1969-12-31T23:59:59.999Z", -1),
    ],
)
def test_times(text: str, milliseconds: int) -> None:
    assert time_in(text) == milliseconds * 1000


# ---- facts


def test_facts_are_rows_by_name(store: Store) -> None:
    store.give("replace facts", facts(HUEY))
    assert store.ask("SELECT name, CAST(value AS TEXT) FROM facts ORDER BY name") == [
        ("kernel", '"Linux"'),
        ("os", '{"family":"Debian","release":{"major":"12"}}'),
        ("trusted", '{"certname":"huey.lab"}'),
    ]
    assert store.ask("SELECT path, name, type FROM fact_paths ORDER BY name, path") == [
        ('["kernel"]', "kernel", "string"),
        ('["os","family"]', "os", "string"),
        ('["os","release","major"]', "os", "string"),
        ('["trusted","certname"]', "trusted", "string"),
    ]
    query = (
        "SELECT e.name, p.name, f.producer_timestamp, f.timestamp FROM factsets f"
        " JOIN environments e ON e.id = environment_id JOIN producers p ON p.id = producer_id"
    )
    assert store.ask(query) == [("production", "pond.lab", time_in(at(1)), NOW)]


def test_facts_that_change_type_or_vanish(store: Store) -> None:
    store.give("replace facts", facts(HUEY, flag=True, gone="x"))
    store.give("replace facts", facts(HUEY, 2, flag=1))
    query = "SELECT name, CAST(value AS TEXT) FROM facts WHERE name IN ('flag', 'gone')"
    assert store.ask(query) == [("flag", "1")]
    assert store.ask("SELECT type FROM fact_paths WHERE name = 'flag' ORDER BY 1") == [
        ("boolean",),
        ("integer",),
    ]


def test_only_facts_that_changed_are_written(store: Store) -> None:
    store.give("replace facts", facts(HUEY, uptime=1))
    command = read_command("replace facts", 5, HUEY, facts(HUEY, 2, uptime=2), NOW)
    written: list[object] = []

    class Watching:
        """A session that notes which facts are written."""

        def __init__(self, session: Session) -> None:
            self._session = session
            self.dialect = session.dialect
            self.execute = session.execute
            self.stream = session.stream

        def execute_many(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
            rows = list(rows)
            if statement.startswith("INSERT INTO facts"):
                written.extend(row[1] for row in rows)
            self._session.execute_many(statement, rows)

    store.database.write(lambda session: command.write(Watching(session)))
    assert written == ["uptime"]


def test_older_facts_do_not_replace_newer_ones(store: Store) -> None:
    store.give("replace facts", facts(HUEY, 5, age="new"))
    store.give("replace facts", facts(HUEY, 4, age="old"))
    assert store.ask("SELECT CAST(value AS TEXT) FROM facts WHERE name = 'age'") == [('"new"',)]


def test_packages(store: Store) -> None:
    first = {**facts(HUEY), "package_inventory": [["a", "1", "apt"], ["b", "1", "pip"]]}
    store.give("replace facts", first)
    query = (
        "SELECT name, version, provider FROM packages p JOIN certname_packages c"
        " ON c.package_id = p.id ORDER BY name"
    )
    assert store.ask(query) == [("a", "1", "apt"), ("b", "1", "pip")]
    store.give("replace facts", {**facts(HUEY, 2), "package_inventory": [["a", "2", "apt"]]})
    assert store.ask(query) == [("a", "2", "apt")]
    store.give("replace facts", facts(HUEY, 3))
    assert store.ask(query) == []


# ---- catalogs


def test_a_catalog(store: Store) -> None:
    store.give("replace catalog", catalog(HUEY))
    query = (
        "SELECT type, title, parameters, exported, tags, file, line FROM catalog_resources"
        " JOIN resource_params p ON p.id = params_id ORDER BY title"
    )
    assert store.ask(query) == [
        ("File", "/pond", '{"mode":"0755"}', 0, '["class","file"]', "/pond.pp", 3),
        ("Class", "Pond", "{}", 0, '["class"]', None, None),
    ]
    assert store.ask("SELECT * FROM edges") == [(1, "Class", "Pond", "File", "/pond", "contains")]


def test_a_changed_catalog_replaces_what_changed(store: Store) -> None:
    store.give("replace catalog", catalog(HUEY, 2, resource("Notify", "old")))
    changed = catalog(HUEY, 3, resource("Notify", "new", message="quack"))
    changed["edges"] = []
    store.give("replace catalog", changed)
    assert store.ask("SELECT title FROM catalog_resources ORDER BY 1") == [
        ("/pond",),
        ("Pond",),
        ("new",),
    ]
    assert store.count("edges") == 0


def test_an_equal_catalog_changes_only_its_times(store: Store) -> None:
    store.give("replace catalog", catalog(HUEY))
    before = store.ask("SELECT hash FROM catalogs")
    store.give("replace catalog", {**catalog(HUEY, 9), "version": "1001"})
    assert store.ask("SELECT hash FROM catalogs") == before
    assert store.ask("SELECT version, producer_timestamp FROM catalogs") == [
        ("1001", time_in(at(9)))
    ]


def test_two_nodes_share_parameters(store: Store) -> None:
    store.give("replace catalog", catalog(HUEY))
    store.give("replace catalog", catalog("dewey.lab"))
    assert store.count("catalog_resources") == 4
    assert store.count("resource_params") == 2


def test_a_catalog_of_an_old_version(store: Store) -> None:
    old = catalog(HUEY)
    for key in ("catalog_uuid", "code_id", "job_id", "producer"):
        del old[key]
    store.give("replace catalog", old, 6)
    assert store.ask("SELECT 1 FROM catalogs WHERE catalog_uuid = transaction_uuid") == [(1,)]


# ---- reports


def test_a_report_and_its_events(store: Store) -> None:
    store.give("store report", report(HUEY))
    query = "SELECT status, noop, report_format, end_time, receive_time, metrics FROM reports"
    *columns, metrics = store.ask(query)[0]
    assert columns == ["changed", 0, 12, time_in(at(3, 1)), NOW]
    assert isinstance(metrics, bytes)
    assert value_of(metrics) == [{"category": "time", "name": "total", "value": 1.5}]
    query = (
        "SELECT status, resource_title, property, old_value, new_value, containing_class,"
        " corrective_change FROM resource_events ORDER BY id"
    )
    assert store.ask(query) == [
        ("success", "/pond", "mode", '"0700"', '"0755"', "Pond", 0),
        ("skipped", "hidden", None, "null", "null", None, 0),
    ]


def test_a_report_that_comes_twice_is_stored_once(store: Store) -> None:
    store.give("store report", report(HUEY))
    store.give("store report", report(HUEY))
    assert store.count("reports") == 1
    assert store.count("resource_events") == 2


def test_equal_events_of_a_report_are_stored_once(store: Store) -> None:
    payload = report(HUEY)
    resources = payload["resources"]
    assert isinstance(resources, list)
    resources[0]["events"] = [event(), event(), event(property="owner")]
    store.give("store report", payload)
    assert store.count("resource_events") == 3


def test_the_latest_report_is_the_one_made_last(store: Store) -> None:
    query = "SELECT r.producer_timestamp FROM certnames c JOIN reports r ON r.id = c.latest_report"
    store.give("store report", report(HUEY, 5))
    store.give("store report", report(HUEY, 4))
    assert store.ask(query) == [(time_in(at(5, 2)),)]
    store.give("store report", report(HUEY, 6, type="plan"))
    assert store.ask(query) == [(time_in(at(5, 2)),)]
    store.give("store report", report(HUEY, 7))
    assert store.ask(query) == [(time_in(at(7, 2)),)]


# ---- the life of a node


def test_a_deactivated_node_is_active_again_after_a_sign_of_life(store: Store) -> None:
    store.give("replace facts", facts(HUEY, 1))
    store.give("deactivate node", {"certname": HUEY, "producer_timestamp": at(2)})
    assert store.ask("SELECT deactivated FROM certnames") == [(time_in(at(2)),)]
    store.give("replace facts", facts(HUEY, 1, late=True))
    assert store.ask("SELECT deactivated FROM certnames") == [(time_in(at(2)),)]
    store.give("store report", report(HUEY, 3))
    assert store.ask("SELECT deactivated FROM certnames") == [(None,)]


def test_a_late_deactivation_does_not_count(store: Store) -> None:
    store.give("replace facts", facts(HUEY, 5))
    store.give("deactivate node", {"certname": HUEY, "producer_timestamp": at(4)})
    assert store.ask("SELECT deactivated FROM certnames") == [(None,)]


def test_a_node_that_is_only_deactivated_is_known(store: Store) -> None:
    store.give("deactivate node", {"certname": HUEY})
    assert store.ask("SELECT certname, deactivated FROM certnames") == [(HUEY, NOW)]


def test_configure_expiration(store: Store) -> None:
    def expire(hour: int, *, flag: bool) -> None:
        payload: Payload = {"certname": HUEY, "expire": {"facts": flag}}
        store.give("configure expiration", {**payload, "producer_timestamp": at(hour)})

    expire(2, flag=False)
    expire(1, flag=True)
    assert store.ask("SELECT expires_facts FROM certnames") == [(0,)]


def test_catalog_inputs(store: Store) -> None:
    def inputs(hour: int, *names: str) -> None:
        payload: Payload = {"certname": HUEY, "catalog_uuid": "u", "producer_timestamp": at(hour)}
        store.give(
            "replace catalog inputs", {**payload, "inputs": [["hiera", name] for name in names]}
        )

    inputs(1, "a", "b", "a")
    inputs(2, "b", "c")
    inputs(2, "old")
    assert store.ask("SELECT type, name FROM catalog_inputs") == [("hiera", "b"), ("hiera", "c")]


def test_sqlite_finds_no_damage_in_any_table(tmp_path: Path) -> None:
    store = Store(open_database(f"{tmp_path}/store.db", print))
    store.give("replace facts", {**facts(HUEY), "package_inventory": [["a", "1", "apt"]]})
    store.give("replace catalog", catalog(HUEY))
    store.give("store report", report(HUEY))
    inputs: Payload = {"certname": HUEY, "catalog_uuid": "u", "inputs": [["hiera", "key"]]}
    store.give("replace catalog inputs", inputs)
    store.give("store policy run", policy_run(HUEY, 1, promise("kept"), classes=["wet"]))
    assert all(store.count(table) for table in TABLES)
    assert store.ask("PRAGMA integrity_check") == [("ok",)]
    store.database.close()


# ---- payloads that are rejected


def changed(make: Callable[[str], Payload], **changes: object) -> Payload:
    return {**make(HUEY), **changes}


def without(make: Callable[[str], Payload], key: str) -> Payload:
    payload = make(HUEY)
    del payload[key]
    return payload


def with_resource(**changes: object) -> Payload:
    return catalog(HUEY, 2, {**resource("File", "/x"), **changes})


def with_edge(**changes: object) -> Payload:
    edges = catalog(HUEY)["edges"]
    assert isinstance(edges, list)
    return changed(catalog, edges=[{**edges[0], **changes}])


@pytest.mark.parametrize(
    ("name", "payload", "reason"),
    [
        ("replace facts", [], "the factset is not an object"),
        ("replace facts", without(facts, "values"), "the factset lacks 'values'"),
        ("replace facts", changed(facts, values=[]), "'values' of the factset is not an object"),
        (
            "replace facts",
            changed(facts, producer_timestamp="noon"),
            "'producer_timestamp' of the factset is not a time in ISO 8601",
        ),
        ("replace facts", changed(facts, duck=1), "the factset has an unknown key 'duck'"),
        (
            "replace facts",
            changed(facts, package_inventory=[["a", "1"]]),
            "'package_inventory' of the factset is not a list of name, version and provider",
        ),
        ("replace catalog", changed(catalog, edges=None), "'edges' of the catalog is not a list"),
        (
            "replace catalog",
            with_resource(tags=["Big"]),
            "the resource File[/x] has an invalid tag 'Big'",
        ),
        (
            "replace catalog",
            with_resource(title="/pond"),
            "the resource File[/pond] is twice in the catalog",
        ),
        (
            "replace catalog",
            with_edge(target={"type": "File", "title": "/none"}),
            "an edge refers to File[/none], which doesn't exist in the catalog",
        ),
        (
            "replace catalog",
            with_edge(relationship="near"),
            "an edge has invalid relationship type 'near'",
        ),
        (
            "store report",
            changed(report, noop="no"),
            "'noop' of the report is not true or false or null",
        ),
        (
            "store report",
            changed(report, type="duck"),
            "'type' of the report is not 'agent' or 'plan'",
        ),
        ("store report", changed(report, metrics=[{}]), "a metric lacks 'category'"),
        (
            "store report",
            changed(report, resources=[{}]),
            "a resource of the report lacks 'skipped'",
        ),
        (
            "store report",
            changed(report, report_format=True),
            "'report_format' of the report is not a whole number",
        ),
        ("deactivate node", {"certname": 1}, "'certname' of the deactivation is not a string"),
        (
            "configure expiration",
            {"certname": HUEY, "expire": {}},
            "'expire' of the expiration lacks 'facts'",
        ),
        (
            "replace catalog inputs",
            {"certname": HUEY, "catalog_uuid": "u", "inputs": [1]},
            "'inputs' of the catalog inputs is not a list of type and name",
        ),
    ],
)
def test_a_payload_is_rejected_with_the_reason(name: str, payload: object, reason: str) -> None:
    with pytest.raises(InvalidCommandError) as caught:
        read_command(name, COMMANDS[name][1], HUEY, payload, NOW)
    assert str(caught.value) == reason


def test_a_command_about_another_node_is_rejected() -> None:
    with pytest.raises(InvalidCommandError, match=r"about 'dewey.lab', but the command about"):
        read_command("replace facts", 5, HUEY, facts("dewey.lab"), NOW)


def test_an_unknown_version_is_rejected() -> None:
    with pytest.raises(InvalidCommandError, match="The latest version is 5"):
        read_command("replace facts", 6, HUEY, facts(HUEY), NOW)


def test_a_payload_that_is_nested_too_deeply_is_rejected() -> None:
    deep: object = "duck"
    for _ in range(400):
        deep = [deep]
    with pytest.raises(InvalidCommandError, match="cannot be stored"):
        read_command("replace facts", 5, HUEY, facts(HUEY, deep=deep), NOW)


def test_null_characters_are_replaced() -> None:
    assert load_payload(b'{"a\\u0000": ["b\\u0000"]}') == {"a\ufffd": ["b\ufffd"]}
    with pytest.raises(InvalidCommandError, match="not JSON"):
        load_payload(b"{")


def test_tags_may_have_letters_of_every_language(store: Store) -> None:
    store.give("replace catalog", with_resource(tags=["ünïcode", "a::b", "9.x-y"]))
    assert store.count("catalog_resources") == 3


def test_facts_with_a_large_number_are_replaced(store: Store) -> None:
    for hour, name in ((1, "wet"), (2, "dry")):
        store.give("replace facts", facts(HUEY, hour, depth={"huge": 1e20}, pond=name))
    assert store.ask("SELECT count(*) FROM facts WHERE name = 'depth'") == [(1,)]
    with store.database.reading(10) as session:
        query = "SELECT value FROM facts WHERE name = 'depth'"
        ((value,),) = session.execute(query).fetchall()
        assert loads(session.dialect.json_text(value)) == {"huge": 1e20}
