"""What survives a run: persistent classes, promise locks, and what promise types remember.

One SQLite file in the state directory, opened when it is first needed. A damaged one is set aside
and a new one begun in the same run. Where nothing can be written, the run goes on without.
"""

from __future__ import annotations

import os

from duckrow.cfengine.evaluation.classes import DEFAULT, Class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.log import Log
    from duckrow.state.database import Database

NAME = "duckrow.db"
_WEEK = 7 * 24 * 3600
# Weeks after which nobody asks any more when a promise was kept last.
_KEPT = 4
# The section of what is remembered about the file itself.
_OWN = "state"
_SCHEMA = """
CREATE TABLE classes (name PRIMARY KEY, expires INTEGER, policy TEXT, tags) WITHOUT ROWID;
CREATE TABLE locks (name PRIMARY KEY, pid INTEGER, born INTEGER, time INTEGER) WITHOUT ROWID;
CREATE TABLE kept (section TEXT, key, value, PRIMARY KEY (section, key)) WITHOUT ROWID
"""


class State:
    """The state of one work directory."""

    __slots__ = ("_database", "_directory", "_has_failed", "_log", "_path")

    def __init__(self, work_directory: str, log: Log) -> None:
        self._directory = os.path.join(work_directory, "state")
        self._path = os.path.join(self._directory, NAME)
        self._log = log
        self._database: Database | None = None
        self._has_failed = False

    # What promise types remember

    def get(self, section: str, key: str) -> str | None:
        """Give what was put under a key, or None."""
        row = self._read("SELECT value FROM kept WHERE section=? AND key=?", section, _stored(key))
        return None if row is None else _shown(row[0])

    def put(self, section: str, key: str, value: str) -> None:
        """Keep a text under a key."""
        self._write(
            "INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", section, _stored(key), _stored(value)
        )

    def remove(self, section: str, key: str) -> None:
        """Forget a key."""
        self._write("DELETE FROM kept WHERE section=? AND key=?", section, _stored(key))

    def items(self, section: str) -> list[tuple[str, str]]:
        """Give all keys of a section, sorted, with their texts."""
        query = "SELECT key, value FROM kept WHERE section=? ORDER BY key"
        return [(_shown(key), _shown(value)) for key, value in self._read_all(query, section)]

    # Persistent classes

    def load_classes(self, context: Context, negated: set[str]) -> None:
        """Define the persistent classes that still hold; those that are negated stay undefined."""
        context.log.verbose("Loading persistent classes")
        if not os.path.exists(self._path):
            return
        now = context.options.started
        rows = self._read_all("SELECT name, expires, tags FROM classes ORDER BY name")
        for stored, expires, tags in rows:
            name = _shown(stored)
            if now > expires:
                context.log.verbose(f"Persistent class '{name}' expired")
                self._write("DELETE FROM classes WHERE name=?", stored)
                continue
            minutes = (expires - now) // 60
            context.log.verbose(f"Persistent class '{name}' for {minutes} more minutes")
            if name in negated:
                context.log.verbose(
                    f"Not adding persistent class '{name}' due to match in -N/--negate"
                )
                continue
            namespace, colon, bare = name.rpartition(":")
            own = tuple(each for each in _shown(tags).split(",") if each)
            context.classes.add_soft(
                Class(
                    bare, namespace if colon else DEFAULT, "namespace", (*own, "source=persistent")
                )
            )
            context.epoch += 1

    def save_class(
        self, context: Context, name: str, minutes: int, policy: str, tags: tuple[str, ...]
    ) -> None:
        """Keep a class for some minutes; one that is to be preserved keeps its time."""
        from time import time

        now = int(time())
        if ":" not in name and context.namespace != DEFAULT:
            name = f"{context.namespace}:{name}"
        written = _stored(",".join(tags))

        def save(connection: Any) -> bool:
            query = "SELECT expires, policy, tags FROM classes WHERE name=?"
            row = connection.execute(query, (_stored(name),)).fetchone()
            if row is not None and row[1] == "absolute" and now < row[0] and row[2] == written:
                context.log.verbose(
                    f"Persistent class '{name}' is already in a preserved state -- "
                    f" {(row[0] - now) // 60} minutes to go"
                )
                return False
            connection.execute(
                "INSERT OR REPLACE INTO classes VALUES (?, ?, ?, ?)",
                (_stored(name), now + minutes * 60, policy, written),
            )
            return True

        if self._run(save):
            context.log.verbose(f"Updating persistent class '{name}'")

    def remove_class(self, name: str) -> None:
        """Forget a persistent class."""
        if self._database is not None or os.path.exists(self._path):
            self._write("DELETE FROM classes WHERE name=?", _stored(name.removeprefix("default:")))

    # Locks

    def transact(self, work: Callable[[Any], Any]) -> Any:
        """Do something with the database that nobody else may interrupt."""
        return self._run(work)

    # The database

    def close(self) -> None:
        """Close the file; once a week what is long over is thrown out of it."""
        if self._database is None:
            return
        from time import time

        now = int(time())
        noted = self.get(_OWN, "purged") or "0"
        if now - int(noted) > _WEEK:
            self._write("DELETE FROM locks WHERE time < ?", now - _KEPT * _WEEK)
            self._write("DELETE FROM classes WHERE expires < ?", now)
            self.put(_OWN, "purged", str(now))
        if self._database is not None:
            self._database.close()
            self._database = None

    def _open(self) -> Database | None:
        if self._database is None and not self._has_failed:
            from duckrow.state.database import Database, DatabaseError
            from duckrow.state.place import make_directory

            try:
                make_directory(self._directory)
                self._database = Database(self._path, _SCHEMA, self._log.warning)
                self._database.connection.execute("PRAGMA synchronous=NORMAL")
            except (OSError, DatabaseError) as error:
                self._fail(error)
        return self._database

    def _fail(self, error: Exception) -> None:
        self._has_failed = True
        self._log.error(f"Unable to open database at '{self._path}': {error}")

    def _run(self, work: Callable[[Any], Any]) -> Any:
        database = self._open()
        if database is None:
            return None
        from duckrow.state.database import DatabaseError

        try:
            return database.run(work)
        except (OSError, DatabaseError) as error:
            self._log.error(f"Unable to use database at '{self._path}': {error}")
            return None

    def _read_all(self, query: str, *values: Any) -> list[Any]:
        if self._database is None and not os.path.exists(self._path):
            return []
        found = self._run(lambda connection: connection.execute(query, values).fetchall())
        return found or []

    def _read(self, query: str, *values: Any) -> Any:
        rows = self._read_all(query, *values)
        return rows[0] if rows else None

    def _write(self, query: str, *values: Any) -> None:
        self._run(lambda connection: connection.execute(query, values) and None)


def _stored(text: str) -> bytes | str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")
    return text


def _shown(text: bytes | str) -> str:
    return text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else text
