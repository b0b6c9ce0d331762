"""The state of the agent: persistent classes, promise locks, and values of promise types.

It is one SQLite file in the state directory, opened on first use. A damaged file is quarantined and
replaced in the same run. If the file cannot be written, the agent logs an error and continues
without state. A file of a newer version ends the run. Any other error, such as wrong SQL, is a
fault in duckrow and is never hidden: a lock must not be granted because of one.
"""

from __future__ import annotations

import os.path

from duckrow.cfengine.evaluation.classes.table import DEFAULT, Class
from duckrow.machine.paths import exists
from duckrow.machine.this_process import process_id
from duckrow.source.errors import reason
from duckrow.state.text import shown, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from sqlite3 import Connection
    from typing import TypeVar

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.state.database import Database

    Result = TypeVar("Result")
    Text = bytes | str  # as `stored` returns it

NAME = "duckrow.db"
_WEEK = 7 * 24 * 3600
# After so many weeks the time of a promise's last run no longer matters.
_KEPT = 4
# The section of values about the file itself.
_OWN = "state"


class Unavailable(Exception):  # noqa: N818  (named for the state it describes)
    """The database cannot be used now; `is_busy` if another process holds it for too long."""

    def __init__(self, *, is_busy: bool) -> None:
        super().__init__()
        self.is_busy = is_busy


class State:
    """The state of one work directory."""

    __slots__ = (
        "_database",
        "_directory",
        "_has_failed",
        "_has_reported_busy",
        "_holder",
        "_log",
        "_path",
    )

    def __init__(self, work_directory: str, log: Log) -> None:
        self._directory = os.path.join(work_directory, "state")
        self._path = os.path.join(self._directory, NAME)
        self._log = log
        self._database: Database | None = None
        self._has_failed = False
        self._has_reported_busy = False
        self._holder: tuple[int, int | None] | None = None

    # Values of promise types

    def get(self, section: str, key: str) -> str | None:
        """Return the string stored under a key, or None."""
        query = "SELECT key, value FROM kept WHERE section=? AND key=?"
        rows = self._kept(query, section, stored(key))
        return shown(rows[0][1]) if rows else None

    def put(self, section: str, key: str, value: str) -> None:
        """Store a string under a key."""
        self._write(
            "INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", section, stored(key), stored(value)
        )

    def remove(self, section: str, key: str) -> None:
        """Remove a key."""
        self._write("DELETE FROM kept WHERE section=? AND key=?", section, stored(key))

    def items(self, section: str) -> list[tuple[str, str]]:
        """Return the sorted keys of a section with their strings."""
        query = "SELECT key, value FROM kept WHERE section=? ORDER BY key"
        return [(shown(key), shown(value)) for key, value in self._kept(query, section)]

    # Persistent classes

    def load_classes(self, context: Context, negated: set[str]) -> None:
        """Define the persistent classes that have not expired, except negated ones."""
        context.log.verbose("Loading persistent classes")
        if not exists(self._path):
            return
        now = context.options.started
        for found in self._run(_persistent_classes) or ():
            name = found.name
            if now > found.expires:
                context.log.verbose(f"Persistent class '{name}' expired")
                self._write("DELETE FROM classes WHERE name=?", stored(name))
                continue
            minutes = (found.expires - now) // 60
            context.log.verbose(f"Persistent class '{name}' for {minutes} more minutes")
            if name in negated:
                context.log.verbose(
                    f"Not adding persistent class '{name}' due to match in -N/--negate"
                )
                continue
            namespace, colon, bare = name.rpartition(":")
            tags = (*found.tags, "source=persistent")
            persistent = Class(bare, namespace if colon else DEFAULT, "namespace", tags)
            context.classes.add_soft(persistent)
            if context.recorder is not None:
                context.recorder.record_class(context, persistent)
            context.epoch += 1

    def persistent_classes(self, now: int) -> list[str]:
        """Return the names of the persistent classes that have not expired."""
        if not exists(self._path):
            return []
        return [each.name for each in self._run(_persistent_classes) or () if now <= each.expires]

    def save_class(
        self, context: Context, name: str, minutes: int, policy: str, tags: tuple[str, ...]
    ) -> None:
        """Store a class for some minutes; a class with the policy preserve keeps its time."""
        from time import time

        now = int(time())
        if ":" not in name and context.namespace != DEFAULT:
            name = f"{context.namespace}:{name}"
        written = stored(",".join(tags))

        def save(connection: Connection) -> bool:
            query = "SELECT expires, policy, tags FROM classes WHERE name=?"
            row = connection.execute(query, (stored(name),)).fetchone()
            if row is not None and row[1] == "absolute" and now < row[0] and row[2] == written:
                context.log.verbose(
                    f"Persistent class '{name}' is already in a preserved state -- "
                    f" {(row[0] - now) // 60} minutes to go"
                )
                return False
            connection.execute(
                "INSERT OR REPLACE INTO classes VALUES (?, ?, ?, ?)",
                (stored(name), now + minutes * 60, policy, written),
            )
            return True

        if self._run(save):
            context.log.verbose(f"Updating persistent class '{name}'")

    def preserve_class(self, name: str, minutes: int) -> None:
        """Store a class for some minutes, unless it is there already."""
        from time import time

        now = int(time())
        query = (
            "INSERT INTO classes VALUES (?, ?, 'absolute', '') ON CONFLICT (name) DO UPDATE SET"
            " expires=excluded.expires WHERE classes.expires < ?"
        )
        self._write(query, stored(name), now + minutes * 60, now)

    def remove_class(self, name: str) -> None:
        """Remove a persistent class."""
        if self._database is not None or exists(self._path):
            self._write("DELETE FROM classes WHERE name=?", stored(name.removeprefix("default:")))

    # Locks

    def holder(self) -> tuple[int, int | None]:
        """Return the id and the start time of this process; the start time is None if unknown."""
        if self._holder is None:
            from duckrow.machine.processes.table import start_of

            pid = process_id()
            self._holder = pid, start_of(pid)
        return self._holder

    def transact(self, work: Callable[[Connection], Result]) -> Result:
        """Run `work` in a transaction; log an error and raise Unavailable if that fails.

        A busy database is logged once per run, not once per promise.
        """
        from duckrow.machine.sqlite import DatabaseError, is_busy, is_unavailable

        database = self._open()
        if database is None:
            raise Unavailable(is_busy=False)
        try:
            return database.run(work)
        except (OSError, DatabaseError) as error:
            if is_busy(error):
                self._report_busy(error)
                raise Unavailable(is_busy=True) from None
            if not is_unavailable(error):
                raise
            self._log.error(f"Unable to use database at '{self._path}': {error}")
            raise Unavailable(is_busy=False) from None

    # The database

    def close(self) -> None:
        """Close the database; once a week, remove old entries first."""
        if self._database is None:
            return
        try:
            self._purge()
        finally:
            self._database.close()
            self._database = None

    def _purge(self) -> None:
        """Once a week, remove old locks and expired classes."""
        from time import time

        now = int(time())
        noted = self.get(_OWN, "purged") or "0"
        if now - int(noted) > _WEEK:
            self._write("DELETE FROM locks WHERE time < ?", now - _KEPT * _WEEK)
            self._write("DELETE FROM classes WHERE expires < ?", now)
            self.put(_OWN, "purged", str(now))

    def _open(self) -> Database | None:
        if self._database is None and not self._has_failed:
            from duckrow.machine.files.private import make_private_directory
            from duckrow.machine.sqlite import DatabaseError, is_busy, is_unavailable
            from duckrow.state.database import Database
            from duckrow.state.schema import AGENT

            try:
                make_private_directory(self._directory)
                self._database = Database(self._path, AGENT, self._log.warning)
                self._database.connection.execute("PRAGMA synchronous=NORMAL")
            except (OSError, DatabaseError) as error:
                if is_busy(error):
                    self._report_busy(error)
                    raise Unavailable(is_busy=True) from None
                if not is_unavailable(error):
                    raise
                self._fail(error)
        return self._database

    def _fail(self, error: Exception) -> None:
        self._has_failed = True
        self._log.error(f"Unable to open database at '{self._path}': {reason(error)}")
        self._log.error("This run continues without promise locks and without stored state")

    def _report_busy(self, error: Exception) -> None:
        if not self._has_reported_busy:
            self._has_reported_busy = True
            self._log.error(f"Unable to use database at '{self._path}': {error}")

    def _run(self, work: Callable[[Connection], Result]) -> Result | None:
        try:
            return self.transact(work)
        except Unavailable:
            return None

    def _kept(self, query: str, *values: Text) -> list[tuple[Text, Text]]:
        """Return keys and values of promise types."""
        if self._database is None and not exists(self._path):
            return []
        return self._run(lambda connection: connection.execute(query, values).fetchall()) or []

    def _write(self, query: str, *values: Text | int) -> None:
        def write(connection: Connection) -> None:
            connection.execute(query, values)

        self._run(write)


class PersistentClass:
    """A persistent class and its expiry time."""

    __slots__ = ("expires", "name", "tags")

    def __init__(self, name: str, expires: int, tags: tuple[str, ...]) -> None:
        self.name = name
        self.expires = expires
        self.tags = tags


def _persistent_classes(connection: Connection) -> list[PersistentClass]:
    rows = connection.execute("SELECT name, expires, tags FROM classes ORDER BY name")
    return [
        PersistentClass(shown(name), expires, tuple(filter(None, shown(tags).split(","))))
        for name, expires, tags in rows
    ]
