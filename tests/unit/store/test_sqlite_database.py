"""The store in a SQLite file: writes are durable, reads see a snapshot, damage is set aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread

import pytest
from tests.unit.store.damage import damage

from duckrow.machine.sqlite import DatabaseError
from duckrow.source.errors import InputError
from duckrow.store.database.database import open_database
from duckrow.store.database.errors import TooSlowError, UnavailableError
from duckrow.store.database.session import Session
from duckrow.store.database.sqlite import SqliteDatabase
from duckrow.store.schema import TABLES


class Place:
    """A database and the warnings about it."""

    def __init__(self, path: Path) -> None:
        self.warnings: list[str] = []
        self.database = SqliteDatabase(f"{path}/state/store.db", self.warnings.append)

    def add(self, name: str) -> None:
        self.database.write(lambda session: insert(session, name))

    def names(self) -> list[object]:
        with self.database.reading(10) as session:
            return [row[0] for row in session.execute("SELECT name FROM producers ORDER BY id")]


def insert(session: Session, name: str) -> None:
    session.execute("INSERT INTO producers (name) VALUES (?)", (name,))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    place.database.close()


def test_a_new_file_has_every_table(place: Place) -> None:
    with place.database.reading(10) as session:
        rows = session.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert {row[0] for row in rows} >= set(TABLES)


def test_what_was_written_is_there_for_another_process(place: Place) -> None:
    place.add("huey")
    other = sqlite3.connect(f"file:{place.database.path}?mode=ro", uri=True)
    assert other.execute("SELECT name FROM producers").fetchall() == [("huey",)]
    other.close()


def test_a_reader_sees_a_snapshot_and_does_not_delay_a_writer(place: Place) -> None:
    place.add("huey")
    count = "SELECT count(*) FROM producers"
    with place.database.reading(10) as session:
        before = session.execute(count).fetchone()
        place.add("dewey")
        assert session.execute(count).fetchone() == before == (1,)
    assert place.names() == ["huey", "dewey"]


def test_a_reader_cannot_write(place: Place) -> None:
    with pytest.raises(DatabaseError), place.database.reading(10) as session:
        insert(session, "huey")
    assert place.names() == []


def test_threads_write_together_and_one_that_fails_disturbs_no_other(place: Place) -> None:
    place.add("twice")
    barrier = Barrier(20)
    failed = []

    def add(name: str) -> None:
        barrier.wait()
        try:
            place.add(name)
        except DatabaseError as error:
            failed.append(str(error))

    names = [f"duck{number}" for number in range(19)]
    threads = [Thread(target=add, args=(name,)) for name in [*names, "twice"]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, place.names())) == sorted([*names, "twice"])
    assert failed == ["UNIQUE constraint failed: producers.name"]


def test_a_query_that_takes_too_long_is_ended(place: Place) -> None:
    endless = (
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    )
    with pytest.raises(TooSlowError), place.database.reading(0.05) as session:
        session.execute(endless).fetchall()
    assert place.names() == []


def test_functions_of_the_caller(tmp_path: Path) -> None:
    def quack(text: str) -> str:
        return f"{text} quacks"

    database = SqliteDatabase(f"{tmp_path}/store.db", print, {"quack": (1, quack)})
    with database.reading(10) as session:
        assert session.execute("SELECT quack(?)", ("huey",)).fetchone() == ("huey quacks",)
    database.close()


def test_a_damaged_file_that_a_writer_finds_is_set_aside(place: Place) -> None:
    place.add("huey")
    place.database.close()
    damage(Path(place.database.path))
    again = Place(Path(place.database.path).parents[1])
    again.add("dewey")
    assert again.names() == ["dewey"]
    assert "is damaged" in again.warnings[0]
    assert ".bad-" in again.warnings[0]
    again.database.close()


def test_a_file_that_another_process_set_aside_is_not_used_any_more(place: Place) -> None:
    place.add("huey")
    assert place.names() == ["huey"]
    path = Path(place.database.path)
    path.rename(f"{path}.bad")
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").rename(f"{path}.bad{end}")
    other = Place(path.parents[1])
    other.add("dewey")
    place.add("louie")
    assert place.names() == other.names() == ["dewey", "louie"]
    other.database.close()


def test_a_guest_leaves_a_damaged_file_to_the_server(place: Place) -> None:
    place.add("huey")
    place.database.close()
    path = Path(place.database.path)
    damage(path)
    before = path.read_bytes()
    guest = SqliteDatabase(str(path), print, is_guest=True)
    with pytest.raises(UnavailableError, match="is damaged"):
        guest.write(lambda session: insert(session, "dewey"))
    with pytest.raises(UnavailableError, match="is damaged"), guest.reading(10) as session:
        insert(session, "dewey")
    guest.close()
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir() if "bad" in each.name] == []


def test_a_damaged_file_that_a_reader_finds_is_set_aside(place: Place) -> None:
    place.add("huey")
    with place.database.reading(10) as session:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'facts'"
        row = session.execute(query).fetchone()
    place.database.close()
    assert row is not None
    assert isinstance(row[0], int)
    path = Path(place.database.path)
    content = bytearray(path.read_bytes())
    content[(row[0] - 1) * 4096 : row[0] * 4096] = b"\xff" * 4096
    # Larger than what is checked when it is opened: only a reader finds the damage.
    damage(path, bytes(content) + bytes(5 << 20))
    again = Place(path.parents[1])
    assert again.names() == ["huey"]
    with pytest.raises(DatabaseError), again.database.reading(10) as session:
        session.execute("SELECT value FROM facts WHERE certname_id = 1").fetchall()
    assert again.names() == []
    assert ".bad-" in again.warnings[0]
    again.add("dewey")
    assert again.names() == ["dewey"]
    again.database.close()


def test_a_file_that_is_something_else_is_no_store(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("feed the ducks\n" * 100)
    guest = SqliteDatabase(str(notes), print, is_guest=True)
    with pytest.raises(InputError, match=r"notes\.txt is no store: it is not a SQLite"):
        guest.check()
    guest.close()
    assert notes.read_text() == "feed the ducks\n" * 100


def test_a_url_of_something_else_is_no_file() -> None:
    with pytest.raises(InputError, match=r"mysql://db\.lab/pond is no store") as caught:
        open_database("mysql://db.lab/pond", print)
    assert "postgresql:// or postgres://" in caught.value.hint
