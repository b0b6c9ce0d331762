"""The schema of the databases of runs and reports, as numbered migrations.

    upgrade(connection, path, STORE)        bring a file to the version that this duckrow knows

store/schema.py has the tables of the store, in the same way.

The version of a file is its `PRAGMA user_version`: the number of migrations that it went through.

    file            schema      versions that were ever released
    state.db        STORE       1
    backups.db      BACKUPS     1
    reports.db      REPORTS     1
                                2   adds an index of the work that is due
    duckrow.db      AGENT       1
                                2   adds columns of locks that early files lack, and requires a
                                    process id and a time; a start time (born) that is unknown is
                                    NULL

1. A migration never changes once it is released; a change of the schema is a new one at the end.
2. All missing migrations run in one transaction that no other process can enter. The version is
   read inside it, so of two processes that create a file one waits and finds it done.
3. A file of a newer version is refused and left as it is, byte for byte.
4. After an upgrade the file itself, not only its write-ahead log, shows the new version:
   `refuse_newer` then needs no more than the first hundred bytes.
"""

from __future__ import annotations

from duckrow.machine.files.private import read_start
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from sqlite3 import Connection

    Migration = Callable[[Connection], None]

_MAGIC = b"SQLite format 3\0"
_HEADER = 100  # bytes
_VERSION = slice(60, 64)  # where `user_version` is in the header


class Schema:
    """The migrations of one kind of database, and its tables; its version is their number."""

    __slots__ = ("migrations", "tables")

    def __init__(self, *migrations: Migration, tables: tuple[str, ...] = ()) -> None:
        self.migrations = migrations
        self.tables = tables

    @property
    def version(self) -> int:
        """Return the version that this duckrow reads and writes."""
        return len(self.migrations)


class NewerDatabaseError(InputError):
    """A database that a newer duckrow wrote; it was left untouched."""

    def __init__(self, path: str, found: int, known: int) -> None:
        super().__init__(
            f"cannot use {path}: it has version {found}, and this duckrow knows up to {known}",
            "a newer duckrow wrote it, so nothing was read from it or written to it",
            "install that version of duckrow again, or move the file away to begin anew",
        )


class IncompleteDatabaseError(InputError):
    """A database of the right version that lacks tables."""

    def __init__(self, path: str, missing: list[str]) -> None:
        super().__init__(
            f"cannot use {path}: its tables are missing; move the file away to start a new one",
            f"there is no table {' or '.join(missing)}",
        )


def expect_tables(connection: Connection, path: str, schema: Schema) -> None:
    """Raise if a database lacks tables of its schema."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    present = {row[0] for row in rows}
    missing = [name for name in schema.tables if name not in present]
    if missing:
        raise IncompleteDatabaseError(path, missing)


def upgrade(connection: Connection, path: str, schema: Schema) -> bool:
    """Run the missing migrations in one transaction; return whether there were any."""
    if _is_current(connection, path, schema):
        return False
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _is_current(connection, path, schema):
            connection.execute("ROLLBACK")
            return False
        for migrate in schema.migrations[version_of(connection) :]:
            migrate(connection)
        connection.execute(f"PRAGMA user_version={schema.version}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return True


def _is_current(connection: Connection, path: str, schema: Schema) -> bool:
    found = version_of(connection)
    if found > schema.version:
        raise NewerDatabaseError(path, found, schema.version)
    return found == schema.version


def version_of(connection: Connection) -> int:
    """Return the version of an open database."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def is_sqlite(path: str) -> bool:
    """Return whether a file begins as SQLite's do; a missing or empty one may become one."""
    start = read_start(path, len(_MAGIC))
    return not start or start == _MAGIC


def reject_newer(path: str, schema: Schema) -> None:
    """Raise if the first bytes of a file show a newer version; nothing is opened for writing."""
    start = read_start(path, _HEADER)
    if len(start) == _HEADER and start.startswith(_MAGIC):
        found = int.from_bytes(start[_VERSION], "big", signed=True)
        if found > schema.version:
            raise NewerDatabaseError(path, found, schema.version)


def statements(*texts: str) -> Migration:
    """Return a migration that executes SQL statements."""

    def migrate(connection: Connection) -> None:
        for statement in texts:
            connection.execute(statement)

    return migrate


def _repair_locks(connection: Connection) -> None:
    """Rebuild the locks so that each has four columns, whatever columns the file has.

    A start time that the file lacks is NULL. A process id that it lacks is 0, which no process has.
    A time that it lacks is now, as if the lock had just been used.
    """
    present = {str(row[1]) for row in connection.execute("PRAGMA table_info(locks)")}
    for column in ("pid", "born", "time"):
        if column not in present:
            connection.execute(f"ALTER TABLE locks ADD COLUMN {column} INTEGER")
    connection.execute("ALTER TABLE locks RENAME TO old_locks")
    connection.execute(
        "CREATE TABLE locks (name PRIMARY KEY, pid INTEGER NOT NULL, born INTEGER,"
        " time INTEGER NOT NULL) WITHOUT ROWID"
    )
    connection.execute(
        "INSERT OR REPLACE INTO locks SELECT name, coalesce(pid, 0), born,"
        " coalesce(time, CAST(strftime('%s', 'now') AS INTEGER)) FROM old_locks"
        " WHERE name IS NOT NULL"
    )
    connection.execute("DROP TABLE old_locks")


# Reports of runs, and the stored state of each resource.
STORE = Schema(
    statements(
        "CREATE TABLE IF NOT EXISTS runs (uuid TEXT PRIMARY KEY, host TEXT NOT NULL,"
        " began INTEGER NOT NULL, ended INTEGER, pid INTEGER, status TEXT NOT NULL, report BLOB,"
        " digest BLOB) WITHOUT ROWID",
        "CREATE INDEX IF NOT EXISTS runs_began ON runs (began)",
        "CREATE TABLE IF NOT EXISTS resources (ref TEXT PRIMARY KEY, remembered TEXT NOT NULL)"
        " WITHOUT ROWID",
    ),
    tables=("runs", "resources"),
)

# Contents of files by digest, in pieces, with the paths where they were found.
BACKUPS = Schema(
    statements(
        "CREATE TABLE IF NOT EXISTS contents (digest TEXT PRIMARY KEY, size INTEGER NOT NULL,"
        " count INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE IF NOT EXISTS pieces (digest TEXT NOT NULL, number INTEGER NOT NULL,"
        " content BLOB NOT NULL, PRIMARY KEY (digest, number))",
        "CREATE TABLE IF NOT EXISTS places (path TEXT NOT NULL, time INTEGER NOT NULL,"
        " digest TEXT NOT NULL, PRIMARY KEY (path, time)) WITHOUT ROWID",
    ),
    tables=("contents", "pieces", "places"),
)

# Reports that a server received, what processors still have to do with them, and the last run of
# each node.
REPORTS = Schema(
    statements(
        "CREATE TABLE reports (id INTEGER PRIMARY KEY AUTOINCREMENT, node TEXT NOT NULL,"
        " received INTEGER NOT NULL, report BLOB NOT NULL, digest BLOB NOT NULL)",
        "CREATE INDEX reports_node ON reports (node)",
        "CREATE TABLE pending (processor TEXT NOT NULL, report INTEGER NOT NULL,"
        " attempts INTEGER NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (processor, report))"
        " WITHOUT ROWID",
        "CREATE INDEX pending_report ON pending (report)",
        "CREATE TABLE nodes (name TEXT PRIMARY KEY, report INTEGER NOT NULL,"
        " received INTEGER NOT NULL, time TEXT NOT NULL, status TEXT NOT NULL,"
        " environment TEXT NOT NULL, noop INTEGER NOT NULL, puppet_version TEXT NOT NULL,"
        " configuration_version TEXT NOT NULL, transaction_uuid TEXT NOT NULL) WITHOUT ROWID",
    ),
    statements("CREATE INDEX pending_due ON pending (processor, due, report)"),
    tables=("reports", "pending", "nodes"),
)

# Persistent classes, locks of promises, and the stored state of promise types.
AGENT = Schema(
    statements(
        "CREATE TABLE IF NOT EXISTS classes (name PRIMARY KEY, expires INTEGER, policy TEXT, tags)"
        " WITHOUT ROWID",
        "CREATE TABLE IF NOT EXISTS locks (name PRIMARY KEY, pid INTEGER, born INTEGER,"
        " time INTEGER) WITHOUT ROWID",
        "CREATE TABLE IF NOT EXISTS kept (section TEXT, key, value, PRIMARY KEY (section, key))"
        " WITHOUT ROWID",
    ),
    _repair_locks,
    tables=("classes", "locks", "kept"),
)
