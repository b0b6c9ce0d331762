"""The store in PostgreSQL: shared by servers, and patient with a server that is restarted."""

from __future__ import annotations

from functools import partial
from threading import Event, Thread

import pytest
from tests.unit.store.payloads import Payload, catalog, facts, resource
from tests.unit.store.servers import PostgresServer

from duckrow.source.addresses import without_password
from duckrow.source.errors import InputError
from duckrow.state.schema import NewerDatabaseError
from duckrow.store.commands.command import Command
from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.database.errors import RefusedError, TooSlowError, UnreachableError
from duckrow.store.database.postgresql import PostgresDatabase
from duckrow.store.database.session import Session


def insert(session: Session, name: str) -> None:
    session.execute("INSERT INTO producers (name) VALUES (?)", (name,))


def insert_once(name: str, session: Session) -> None:
    statement = "INSERT INTO producers (name) VALUES (?) ON CONFLICT DO NOTHING"
    session.execute(statement, (name,))


def names(database: PostgresDatabase) -> list[object]:
    with database.reading(10) as session:
        return [row[0] for row in session.execute("SELECT name FROM producers ORDER BY name")]


def test_two_servers_make_the_tables_of_one_database(postgres: PostgresServer) -> None:
    address = postgres.new_database()
    databases = [PostgresDatabase(address) for _ in range(4)]
    threads = [Thread(target=names, args=(each,)) for each in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    databases[0].write(lambda session: insert(session, "huey"))
    assert [names(each) for each in databases] == [["huey"]] * 4
    for each in databases:
        each.close()


def test_a_reader_sees_a_snapshot(postgres: PostgresServer) -> None:
    database = PostgresDatabase(postgres.new_database())
    count = "SELECT count(*) FROM producers"
    with database.reading(10) as session:
        before = session.execute(count).fetchone()
        database.write(lambda session: insert(session, "huey"))
        assert session.execute(count).fetchone() == before == (0,)
    assert names(database) == ["huey"]
    database.close()


def test_a_query_is_not_compiled(postgres: PostgresServer) -> None:
    database = PostgresDatabase(postgres.new_database())
    with database.reading(10) as session:
        assert session.execute("SHOW jit").fetchone() == ("off",)
    database.close()


def test_a_reader_cannot_write(postgres: PostgresServer) -> None:
    database = PostgresDatabase(postgres.new_database())
    with pytest.raises(Exception, match="read-only transaction"), database.reading(10) as session:
        insert(session, "huey")
    assert names(database) == []
    database.close()


def test_a_query_that_takes_too_long_is_ended(postgres: PostgresServer) -> None:
    database = PostgresDatabase(postgres.new_database())
    with pytest.raises(TooSlowError), database.reading(0.05) as session:
        session.execute("SELECT pg_sleep(60)").fetchall()
    assert names(database) == []
    database.close()


def test_a_newer_database_is_refused(postgres: PostgresServer) -> None:
    address = postgres.new_database()
    database = PostgresDatabase(address)
    database.write(lambda session: session.execute("UPDATE duckrow_schema SET version = 99"))
    database.close()
    again = PostgresDatabase(address)
    with pytest.raises(NewerDatabaseError, match="it has version 99"):
        names(again)
    again.close()


def test_a_question_mark_in_a_value_is_a_value(postgres: PostgresServer) -> None:
    database = PostgresDatabase(postgres.new_database())
    database.write(lambda session: insert(session, "100 % duck?"))
    assert names(database) == ["100 % duck?"]
    database.close()


def test_a_server_that_is_restarted_loses_nothing_that_was_acknowledged(
    postgres: PostgresServer,
) -> None:
    database = PostgresDatabase(postgres.new_database())
    acknowledged: list[str] = []
    is_over = Event()

    def work(number: int) -> None:
        count = 0
        while not is_over.is_set():
            name = f"duck {number} {count}"
            database.write(partial(insert_once, name))
            acknowledged.append(name)
            count += 1

    threads = [Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(2):
        seen = len(acknowledged)
        while len(acknowledged) < seen + 20:
            is_over.wait(0.01)
        postgres.stop("fast")
        postgres.start()
    is_over.set()
    for thread in threads:
        thread.join()
    assert set(acknowledged) <= set(names(database))
    database.close()


def test_a_message_has_no_password() -> None:
    shown = without_password("postgresql://duck:se:c@ret@db.lab:5432/puppetdb")
    assert shown == "postgresql://duck@db.lab:5432/puppetdb"


def test_options_of_the_address_count(postgres: PostgresServer) -> None:
    options = "options=-csynchronous_commit%3Dremote_write"
    database = PostgresDatabase(f"{postgres.new_database()}&{options}")
    with database.reading(10) as session:
        shown = [
            session.execute(f"SHOW {name}").fetchall()
            for name in ("synchronous_commit", "timezone")
        ]
    database.close()
    assert shown == [[("remote_write",)], [("UTC",)]]


@pytest.mark.parametrize("name", ["replace catalog", "replace facts"])
def test_two_servers_never_mix_what_they_store_about_a_node(
    postgres: PostgresServer, name: str
) -> None:
    address = postgres.new_database()
    first, second, third = (PostgresDatabase(address) for _ in range(3))
    first.write(command("replace facts", facts("huey.lab")).write)
    first.write(command("replace catalog", catalog("huey.lab")).write)
    has_written, may_commit = Event(), Event()

    def write_slowly(session: Session) -> None:
        command(name, full_of("early", 4)[name]).write(session)
        has_written.set()
        may_commit.wait()

    slow = Thread(target=first.write, args=(write_slowly,))
    slow.start()
    has_written.wait()
    quick = Thread(target=second.write, args=(command(name, full_of("late", 5)[name]).write,))
    quick.start()
    while not is_somebody_waiting(third):
        may_commit.wait(0.01)
    may_commit.set()
    slow.join()
    quick.join()
    query = {
        "replace catalog": "SELECT title FROM catalog_resources WHERE type = 'Notify'",
        "replace facts": "SELECT name FROM facts WHERE name IN ('early', 'late')",
    }[name]
    with third.reading(10) as session:
        assert session.execute(query).fetchall() == [("late",)]
    for each in (first, second, third):
        each.close()


def test_a_server_that_stays_away_is_unreachable() -> None:
    pytest.importorskip("psycopg")
    database = PostgresDatabase("postgresql://duck@localhost:1/pond", wait=0)
    with pytest.raises(UnreachableError):
        database.check()
    with pytest.raises(UnreachableError):
        database.write(partial(insert_once, "huey"))
    database.close()


@pytest.mark.parametrize(
    ("account", "name", "message"),
    [
        ("duck", "desert", 'database "desert" does not exist'),
        ("goose", "postgres", 'role "goose" does not exist'),
        ("gosling", "store_of_another", "permission denied"),
    ],
)
def test_a_server_that_refuses_us_is_not_waited_for(
    postgres: PostgresServer, account: str, name: str, message: str
) -> None:
    owner = PostgresDatabase(postgres.new_database())
    role = "DROP ROLE IF EXISTS gosling; CREATE ROLE gosling LOGIN"
    owner.write(lambda session: session.execute(role))
    if name == "store_of_another":  # whose public schema is closed, as from PostgreSQL 15 on
        with owner.reading(10) as session:
            row = session.execute("SELECT current_database()").fetchone()
        name = "" if row is None else str(row[0])
    address = f"postgresql://{account}@/{name}?host={postgres.directory}"
    database = PostgresDatabase(address, wait=3600)
    with pytest.raises(RefusedError, match=message):
        database.write(partial(insert_once, "huey"))
    with pytest.raises(RefusedError, match=message):
        names(database)
    with pytest.raises(InputError, match=message):
        database.check()
    database.close()
    owner.close()


def command(name: str, payload: Payload) -> Command:
    return read_command(name, COMMANDS[name][1], str(payload["certname"]), payload, 0)


def full_of(word: str, hour: int) -> dict[str, Payload]:
    """Return a catalog and facts that have a word in them."""
    return {
        "replace catalog": catalog("huey.lab", hour, resource("Notify", word)),
        "replace facts": facts("huey.lab", hour, **{word: True}),
    }


def is_somebody_waiting(database: PostgresDatabase) -> bool:
    """Return whether a transaction waits for another one."""
    query = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' LIMIT 1"
    with database.reading(10) as session:
        return session.execute(query).fetchone() is not None
