"""What survives a run, and what does not harm the next one."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.conftest import Opened, stored_runs

from duckrow.state.backups import BackupError, Backups
from duckrow.state.database import Database
from duckrow.state.journal import Journal
from duckrow.state.reports import ReportError
from duckrow.state.store import Store


def ignore(message: str) -> None:
    raise AssertionError(message)


def test_reports_and_memory_come_back(tmp_path: Path, opened: Opened) -> None:
    directory = str(tmp_path / "state")
    store = opened(Store(directory, ignore))
    store.end("u1", "pond", 5, "changed", '{"status":"changed"}', {"File[/a]": '{"synced":1}'})
    store.close()
    store = opened(Store(directory, ignore))
    assert store.remembered() == {"File[/a]": '{"synced":1}'}
    ((run, report),) = stored_runs(directory)
    assert report == {"status": "changed"}
    assert (run.uuid, run.host, run.began, run.status) == ("u1", "pond", 5, "changed")


def test_nobody_else_may_read_it(tmp_path: Path, opened: Opened) -> None:
    directory = tmp_path / "state"
    Journal(str(directory), ignore).begin("u1", "pond", 5)
    opened(Store(str(directory), ignore))
    assert directory.stat().st_mode & 0o077 == 0
    for file in directory.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file


def merge_log(path: Path) -> None:
    """Merge the write-ahead log, which a close leaves from Python 3.12 on.

    SQLite prefers the pages in the log, so damage to the file alone would do no harm.
    """
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


@pytest.mark.parametrize("damage", ["header", "page", "truncated", "empty", "random"])
def test_a_damaged_database_is_quarantined(tmp_path: Path, damage: str, opened: Opened) -> None:
    directory = str(tmp_path)
    store = Store(directory, ignore)
    store.end("u1", "pond", 5, "changed", "{}", {f"N[{i}]": "{}" for i in range(2000)})
    store.close()
    path = tmp_path / "state.db"
    merge_log(path)
    content = bytearray(path.read_bytes())
    if damage == "header":
        content[:16] = b"no database here"
    elif damage == "page":
        content[4096:12288] = b"\xa5" * 8192
    elif damage == "truncated":
        del content[len(content) // 2 :]
    elif damage == "empty":
        content.clear()
    else:
        content[:] = os.urandom(len(content))
    path.write_bytes(content)
    said: list[str] = []
    store = opened(Store(directory, said.append))
    store.end("u2", "pond", 6, "changed", '{"a":1}', {})
    assert stored_runs(directory)[0][1] == {"a": 1}
    if damage != "empty":
        assert len(said) == 1
        assert any(".bad-" in name for name in os.listdir(directory))


@pytest.mark.parametrize("is_read", [False, True])
def test_the_last_commit_is_in_the_file_unless_another_process_reads_it(
    tmp_path: Path, opened: Opened, *, is_read: bool
) -> None:
    opened(Store(str(tmp_path), ignore)).end("u1", "pond", 5, "changed", "{}", {})
    path = tmp_path / "state.db"
    store = opened(Store(str(tmp_path), ignore))
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        if is_read:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM runs").fetchall()
        store.end("u2", "pond", 6, "changed", "{}", {})
        assert (b"u2" in path.read_bytes()) is not is_read
    assert store._database.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert {run.uuid for run, _ in stored_runs(str(tmp_path))} == {"u1", "u2"}


def damage_pages(database: Database) -> None:
    """Overwrite all pages but the first one of an open database."""
    database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    with open(database.path, "r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))
    database.connection.execute("PRAGMA cache_size=0")
    database.connection.execute("PRAGMA shrink_memory")


def test_damage_that_a_read_of_the_memory_finds_sets_the_file_aside(
    tmp_path: Path, opened: Opened
) -> None:
    said: list[str] = []
    store = opened(Store(str(tmp_path), said.append))
    store.end("u1", "pond", 5, "changed", "{}", {"File[/a]": "{}"})
    damage_pages(store._database)
    assert store.remembered() == {}
    assert len(said) == 1
    assert list(tmp_path.glob("state.db.bad-*"))


@pytest.mark.parametrize("name", ["places", "find", "verify"])
def test_damage_that_a_read_of_backups_finds_sets_the_file_aside(
    tmp_path: Path, name: str, opened: Opened
) -> None:
    said: list[str] = []
    backups = opened(Backups(str(tmp_path), said.append))
    digest = backups.keep("/a", lambda: [b"one"])
    damage_pages(backups._database)
    if name == "places":
        assert backups.places() == []
    else:
        with pytest.raises(BackupError, match="there is no content"):
            getattr(backups, name)(digest)
    assert len(said) == 1
    assert list(tmp_path.glob("backups.db.bad-*"))


def test_a_damaged_report_is_not_given_out(tmp_path: Path, opened: Opened) -> None:
    store = opened(Store(str(tmp_path), ignore))
    store.end("u1", "pond", 5, "changed", "{}", {})
    store._database.connection.execute("UPDATE runs SET digest = x'00'")
    with pytest.raises(ReportError, match="the report of run u1 is damaged"):
        stored_runs(tmp_path)


def test_contents_are_kept_once_and_verified(tmp_path: Path, opened: Opened) -> None:
    backups = opened(Backups(str(tmp_path), ignore))
    content = b"quack\xff" * 500_000
    digest = backups.keep("/etc/motd", lambda: [content])
    assert backups.keep("/etc/issue", lambda: [content[:7], content[7:]]) == digest
    assert b"".join(backups.pieces(digest)) == content
    assert backups.find(digest[:10]) == digest
    assert [each.path for each in backups.places()] == ["/etc/motd", "/etc/issue"]
    assert [each.size for each in backups.places("/etc/motd")] == [len(content)]
    (count,) = backups._database.connection.execute("SELECT count(*) FROM pieces").fetchone()
    assert count == 3


def test_damaged_contents_are_rejected_then_healed(tmp_path: Path, opened: Opened) -> None:
    backups = opened(Backups(str(tmp_path), ignore))
    digest = backups.keep("/a", lambda: [b"one"])
    other = backups.keep("/b", lambda: [b"two"])
    backups._database.connection.execute(
        "UPDATE pieces SET content = x'00' WHERE digest = ?", (digest,)
    )
    with pytest.raises(BackupError, match="damaged"):
        list(backups.pieces(digest))
    assert b"".join(backups.pieces(other)) == b"two"
    backups.keep("/a", lambda: [b"one"])
    assert b"".join(backups.pieces(digest)) == b"one"


def test_names_that_are_not_utf_8(tmp_path: Path, opened: Opened) -> None:
    backups = opened(Backups(str(tmp_path), ignore))
    backups.keep("/bad\udcff", lambda: [b"x"])
    assert [each.path for each in backups.places()] == ["/bad\udcff"]


def test_a_store_whose_journal_cannot_be_opened_is_closed(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    with pytest.raises(IsADirectoryError):
        Store(str(tmp_path), ignore)
