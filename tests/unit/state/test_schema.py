"""Databases of every version are upgraded or refused; only damage sets a file aside."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from sqlite3 import Connection

import pytest
from tests.conftest import stored_runs

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.state import NAME, State, Unavailable
from duckrow.machine.files.private import LockedFile, identity_of, rename
from duckrow.state.backups import Backups
from duckrow.state.database import Database
from duckrow.state.journal import digest
from duckrow.state.schema import (
    AGENT,
    BACKUPS,
    STORE,
    NewerDatabaseError,
    Schema,
    reject_newer,
    version_of,
)
from duckrow.state.store import Store

# What each released version created, as it was released: these texts never change.
RUNS_1 = """
CREATE TABLE runs (
    uuid TEXT PRIMARY KEY, host TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER,
    pid INTEGER, status TEXT NOT NULL, report BLOB, digest BLOB
) WITHOUT ROWID;
CREATE INDEX runs_began ON runs (began);
CREATE TABLE resources (ref TEXT PRIMARY KEY, remembered TEXT NOT NULL) WITHOUT ROWID
"""
BACKUPS_1 = """
CREATE TABLE contents (digest TEXT PRIMARY KEY, size INTEGER NOT NULL, count INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE TABLE pieces (digest TEXT NOT NULL, number INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (digest, number));
CREATE TABLE places (path TEXT NOT NULL, time INTEGER NOT NULL, digest TEXT NOT NULL,
    PRIMARY KEY (path, time)) WITHOUT ROWID
"""
AGENT_1 = """
CREATE TABLE classes (name PRIMARY KEY, expires INTEGER, policy TEXT, tags) WITHOUT ROWID;
CREATE TABLE locks (name PRIMARY KEY, pid INTEGER, born INTEGER, time INTEGER) WITHOUT ROWID;
CREATE TABLE kept (section TEXT, key, value, PRIMARY KEY (section, key)) WITHOUT ROWID
"""
AGENT_2 = AGENT_1.replace(
    "pid INTEGER, born INTEGER, time INTEGER",
    "pid INTEGER NOT NULL, born INTEGER, time INTEGER NOT NULL",
)
# A table without the time of birth; no release wrote it, and it must not disable locks either.
AGENT_WITHOUT_BIRTH = AGENT_1.replace(" born INTEGER,", "")
SHA_256_OF_DUCK = "2d2370db2447ff8cf4f3accd68c85aa119a9c893effd200a9b69176e9fc5eb98"


def fail(message: str) -> None:
    raise AssertionError(message)


def create(path: Path, script: str, version: int) -> Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.executescript(script)
    connection.execute(f"PRAGMA user_version={version}")
    return connection


def finish(connection: Connection) -> None:
    connection.commit()
    connection.close()


def version(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        return version_of(connection)
    finally:
        connection.close()


@pytest.mark.parametrize("found", [0, 1])
def test_reports_and_memory_survive_an_upgrade(tmp_path: Path, found: int) -> None:
    import zlib

    path = tmp_path / "state.db"
    connection = create(path, RUNS_1, found)
    report = zlib.compress(b'{"status":"changed"}')
    row = ("u1", "pond", 5, 6, 7, "changed", report, digest(report))
    connection.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    connection.execute("INSERT INTO resources VALUES ('File[/a]', '{}')")
    finish(connection)
    store = Store(str(tmp_path), fail)
    ((run, found_report),) = stored_runs(tmp_path)
    assert (run.uuid, run.ended, run.pid) == ("u1", 6, 7)
    assert found_report == {"status": "changed"}
    assert store.remembered() == {"File[/a]": "{}"}
    store.close()
    assert version(path) == STORE.version


@pytest.mark.parametrize("found", [0, 1])
def test_backups_survive_an_upgrade(tmp_path: Path, found: int) -> None:
    path = tmp_path / "backups.db"
    connection = create(path, BACKUPS_1, found)
    connection.execute("INSERT INTO contents VALUES (?, 4, 1)", (SHA_256_OF_DUCK,))
    connection.execute("INSERT INTO pieces VALUES (?, 0, x'6475636b')", (SHA_256_OF_DUCK,))
    connection.execute("INSERT INTO places VALUES ('/etc/motd', 5, ?)", (SHA_256_OF_DUCK,))
    finish(connection)
    backups = Backups(str(tmp_path), fail)
    assert [(each.path, each.time_ns, each.size) for each in backups.places()] == [
        ("/etc/motd", 5, 4)
    ]
    assert b"".join(backups.pieces(SHA_256_OF_DUCK)) == b"duck"
    backups.close()
    assert version(path) == BACKUPS.version


def agent_state(directory: Path) -> tuple[State, list[str]]:
    said: list[str] = []
    return State(str(directory), Log("error", said.append)), said


@pytest.mark.parametrize(
    ("script", "found"),
    [(AGENT_1, 0), (AGENT_1, 1), (AGENT_2, 2), (AGENT_WITHOUT_BIRTH, 0), (AGENT_WITHOUT_BIRTH, 1)],
)
def test_the_state_of_the_agent_survives_an_upgrade(
    tmp_path: Path, script: str, found: int
) -> None:
    path = tmp_path / "state" / NAME
    connection = create(path, script, found)
    connection.execute("INSERT INTO classes VALUES ('duck', 99, 'reset', 'a,b')")
    has_birth = script is not AGENT_WITHOUT_BIRTH
    values = "'last.x', 11, 22, 33" if has_birth else "'last.x', 11, 33"
    connection.execute(f"INSERT INTO locks VALUES ({values})")
    connection.execute("INSERT INTO kept VALUES ('checksums', '/etc/motd', 'abc')")
    finish(connection)
    state, said = agent_state(tmp_path)
    assert state.get("checksums", "/etc/motd") == "abc"
    locks = state.transact(lambda found: found.execute("SELECT * FROM locks").fetchall())
    assert locks == [("last.x", 11, 22 if has_birth else None, 33)]
    classes = state.transact(lambda found: found.execute("SELECT * FROM classes").fetchall())
    assert classes == [("duck", 99, "reset", "a,b")]
    state.close()
    assert said == []
    assert version(path) == AGENT.version


POLICY = """
body agent control { ifelapsed => "60"; }
bundle agent main { commands: "/bin/echo quack"; }
"""


def agent(work: Path, policy: str, *words: str) -> subprocess.CompletedProcess[str]:
    path = work.parent / "policy.cf"
    path.write_text(policy)
    path.chmod(0o600)
    return subprocess.run(
        [CF_AGENT, "-w", str(work), "-f", str(path), *words],
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_older_table_of_locks_does_not_grant_every_lock(tmp_path: Path) -> None:
    work = tmp_path / "work"
    assert "quack" in agent(work, POLICY).stdout
    path = work / "state" / NAME
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT name, pid, time FROM locks").fetchall()
    assert rows
    connection.executescript("DROP TABLE locks; CREATE TABLE locks (name PRIMARY KEY, pid, time)")
    connection.executemany("INSERT INTO locks VALUES (?, ?, ?)", rows)
    connection.execute("PRAGMA user_version=1")
    finish(connection)
    done = agent(work, POLICY)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def broken_locks(connection: Connection) -> None:
    connection.executescript("DROP TABLE locks; CREATE TABLE locks (quack)")


def test_wrong_tables_are_a_fault_and_no_reason_to_grant_locks(tmp_path: Path) -> None:
    work = tmp_path / "work"
    agent(work, POLICY)
    connection = sqlite3.connect(work / "state" / NAME)
    broken_locks(connection)
    finish(connection)
    done = agent(work, POLICY)
    assert done.returncode == 70
    assert "quack\n" not in done.stdout
    assert not list((work / "state").glob("*.bad-*"))


# Newer versions


def contents(directory: Path) -> dict[str, bytes]:
    """Read all files but the index of the log, which any reader writes."""
    paths = (path for path in directory.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in paths if not path.name.endswith("-shm")}


@pytest.mark.parametrize("is_in_log", [False, True])
@pytest.mark.parametrize(
    ("name", "schema"), [("state.db", STORE), ("backups.db", BACKUPS), (NAME, AGENT)]
)
def test_a_newer_file_is_rejected_and_left_as_it_is(
    tmp_path: Path, name: str, schema: Schema, *, is_in_log: bool
) -> None:
    path = tmp_path / name
    Database(str(path), schema, fail).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.execute("CREATE TABLE later (a)")
    if is_in_log:
        # The last connection to close would merge the log: copy it before.
        log = Path(f"{path}-wal").read_bytes()
        old = path.read_bytes()
        connection.close()
        path.write_bytes(old)
        Path(f"{path}-wal").write_bytes(log)
        assert version_in_header(path) == schema.version
    else:
        connection.close()
        assert version_in_header(path) == 99
    before = contents(tmp_path)
    with pytest.raises(NewerDatabaseError) as refused:
        Database(str(path), schema, fail)
    assert str(path) in str(refused.value)
    assert "version 99" in str(refused.value)
    assert refused.value.why
    assert refused.value.hint
    assert contents(tmp_path) == before


def version_in_header(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[60:64], "big")


def test_the_version_is_in_the_file_itself(tmp_path: Path) -> None:
    for name, schema in (("a", STORE), ("b", BACKUPS), ("c", AGENT)):
        path = tmp_path / name
        database = Database(str(path), schema, fail)
        database.run(lambda _connection: None)  # the first commit, even of nothing
        assert version_in_header(path) == schema.version
        database.close()
        reject_newer(str(path), schema)
        Database(f"{path}2", schema, fail).close()
        assert version_in_header(tmp_path / f"{name}2") == schema.version
        reject_newer(str(tmp_path / "missing"), schema)


@pytest.mark.parametrize("name", ["state.db", "backups.db"])
def test_an_apply_with_newer_state_fails_before_it_changes_anything(
    tmp_path: Path, name: str
) -> None:
    state = tmp_path / "state"
    finish(create(state / name, "CREATE TABLE later (a)", 99))
    before = (state / name).read_bytes()
    code = f"file {{ '{tmp_path}/new': content => 'x' }}"
    words = [sys.executable, "-m", "duckrow", "apply", "--state-dir", str(state), "-e", code]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode not in (0, 70)
    assert f"{state}/{name}" in done.stderr
    assert " try: " in done.stderr
    assert not (tmp_path / "new").exists()
    assert (state / name).read_bytes() == before


@pytest.mark.parametrize("words", [(), ("-K",)])
def test_an_agent_with_newer_state_fails_before_it_changes_anything(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    work = tmp_path / "work"
    finish(create(work / "state" / NAME, "CREATE TABLE later (a)", 99))
    before = (work / "state" / NAME).read_bytes()
    done = agent(work, POLICY, *words)
    assert done.returncode == 1
    assert "quack" not in done.stdout
    assert "version 99" in done.stdout + done.stderr
    assert (work / "state" / NAME).read_bytes() == before


# The first opening, by two processes at the same moment

OPEN = """
import sys
from duckrow.state.database import Database
from duckrow.state.schema import AGENT, BACKUPS, STORE
sys.stdout.write("ready\\n")
sys.stdout.flush()
for directory in sys.stdin.readline().split():
    for schema, name in ((STORE, "state.db"), (BACKUPS, "backups.db"), (AGENT, "duckrow.db")):
        database = Database(f"{directory}/{name}", schema, sys.exit)
        database.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        database.close()
"""

CF_AGENT = str(Path(sys.executable).with_name("cf-agent"))


def test_two_processes_may_create_a_database_at_the_same_moment(tmp_path: Path) -> None:
    directories = [tmp_path / str(number) for number in range(60)]
    for directory in directories:
        directory.mkdir()
    pair = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in pair:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    # Both begin to open when they have read all of this.
    names = " ".join(map(str, directories)) + "\n"
    for process in pair:
        assert process.stdin is not None
        process.stdin.write(names)
        process.stdin.flush()
    for process in pair:
        _, errors = process.communicate()
        assert (process.returncode, errors) == (0, "")
    for directory in directories:
        assert version(directory / "state.db") == STORE.version
        assert not list(directory.glob("*.bad-*"))


# What sets a file aside


def constraint(connection: Connection) -> None:
    connection.execute("INSERT INTO runs VALUES ('u', NULL, 1, 1, 1, 's', NULL, NULL)")


def wrong_sql(connection: Connection) -> None:
    connection.execute("SELECT quack FROM runs")


def wrong_values(connection: Connection) -> None:
    connection.execute("SELECT ?", (1, 2))


def read_only(connection: Connection) -> None:
    connection.execute("PRAGMA query_only=1")
    connection.execute("DELETE FROM runs")


def full(connection: Connection) -> None:
    connection.execute("PRAGMA max_page_count=1")
    connection.execute("INSERT INTO resources VALUES ('a', hex(zeroblob(100000)))")


def unsupported(connection: Connection) -> None:
    connection.execute("INSERT INTO resources VALUES (?, ?)", ("a", object()))


@pytest.mark.parametrize(
    "work", [constraint, wrong_sql, wrong_values, read_only, full, unsupported]
)
def test_a_mistake_or_a_full_disk_sets_nothing_aside(
    tmp_path: Path, work: Callable[[Connection], None]
) -> None:
    database = Database(str(tmp_path / "state.db"), STORE, fail)
    with pytest.raises(sqlite3.Error):
        database.run(work)
    database.close()
    assert not list(tmp_path.glob("*.bad-*"))


def test_a_busy_file_is_not_quarantined_and_its_locks_are_not_granted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duckrow.state.database.WAIT", 0.05)
    state, said = agent_state(tmp_path)
    state.put("a", "b", "c")
    other = sqlite3.connect(tmp_path / "state" / NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable) as busy:
        state.transact(lambda connection: connection.execute("SELECT 1").fetchone())
    assert busy.value.is_busy
    other.execute("ROLLBACK")
    other.close()
    assert state.get("a", "b") == "c"
    state.close()
    assert len(said) == 1
    assert not list((tmp_path / "state").glob("*.bad-*"))


def test_a_database_that_is_busy_when_it_is_opened_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duckrow.state.database.WAIT", 0.05)
    (tmp_path / "state").mkdir()
    other = sqlite3.connect(tmp_path / "state" / NAME, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    state, said = agent_state(tmp_path)
    for _ in range(3):
        with pytest.raises(Unavailable) as busy:
            state.transact(lambda connection: connection.execute("SELECT 1").fetchone())
        assert busy.value.is_busy
    other.close()
    assert len(said) == 1
    assert "Unable to use database" in said[0]


def test_a_damaged_file_is_quarantined_under_a_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "state.db")
    said: list[str] = []
    database = Database(path, STORE, said.append)
    was_free: list[bool] = []

    def check() -> None:
        file = LockedFile(f"{path}.lock")
        was_free.append(file.try_lock())
        file.close()

    def checked_identity(path: str) -> tuple[int, int] | None:
        check()
        return identity_of(path)

    def checked_rename(path: str, new_path: str) -> None:
        check()
        rename(path, new_path)

    monkeypatch.setattr("duckrow.state.database.identity_of", checked_identity)
    monkeypatch.setattr("duckrow.state.database.rename", checked_rename)
    database.quarantine("damaged")
    database.close()
    assert len(was_free) >= 3
    assert not any(was_free)
    assert len(said) == 1


def test_damage_that_another_process_has_quarantined_is_not_quarantined_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "state.db"
    first = Database(str(path), STORE, fail)
    os.rename(path, tmp_path / "old")
    Database(str(path), STORE, fail).close()
    new = path.stat().st_ino
    first.quarantine("damaged")
    first.close()
    assert path.stat().st_ino == new
    assert not list(tmp_path.glob("*.bad-*"))


def test_a_failed_migration_changes_nothing(tmp_path: Path) -> None:
    def broken(connection: Connection) -> None:
        connection.execute("CREATE TABLE half (a)")
        connection.execute("SELECT quack")

    path = tmp_path / "state.db"
    Database(str(path), STORE, fail).close()
    later = Schema(*STORE.migrations, broken)
    with pytest.raises(sqlite3.OperationalError):
        Database(str(path), later, fail)
    connection = sqlite3.connect(path)
    assert version_of(connection) == STORE.version
    assert not connection.execute("SELECT 1 FROM sqlite_master WHERE name='half'").fetchall()
    connection.close()


def test_failed_work_leaves_commits_synced(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "state.db"), STORE, fail)

    def level() -> object:
        return database.connection.execute("PRAGMA synchronous").fetchone()[0]

    before = level()
    with pytest.raises(RuntimeError):
        database.run(lambda connection: raise_error())
    assert level() == before
    database.close()


def raise_error() -> None:
    raise RuntimeError
