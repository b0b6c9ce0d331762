"""Database servers, reached through whichever Python client library is installed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Modules that follow Python's database interface, by kind of server, preferred module first.
_MODULES = {"postgres": ("psycopg", "psycopg2"), "mysql": ("MySQLdb", "pymysql")}
_TIMEOUT = 30


class NoClient(Exception):  # noqa: N818
    """No client library is installed."""


class RejectedError(Exception):
    """The server cannot be reached, denies access or rejects a query."""


class Database:
    """A connection."""

    __slots__ = ("_connection", "_error", "kind")

    def __init__(self, kind: str, connection: Any, error: type[Exception]) -> None:
        self.kind = kind
        self._connection = connection
        self._error = error

    def ask(self, query: str, values: tuple[str, ...] = ()) -> list[tuple[Any, ...]]:
        """Run a query and return its rows."""
        try:
            cursor = self._connection.cursor()
            cursor.execute(query, values)
            found = [tuple(row) for row in cursor.fetchall()]
            cursor.close()
        except self._error as error:
            raise RejectedError(str(error).strip()) from None
        return found

    def change(self, statement: str) -> None:
        """Run a statement and commit it."""
        try:
            cursor = self._connection.cursor()
            cursor.execute(statement)
            cursor.close()
        except self._error as error:
            raise RejectedError(str(error).strip()) from None

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def connect(kind: str, host: str, user: str, password: str, name: str) -> Database:
    """Connect to a database. No error message contains the password."""
    from importlib import import_module

    for module_name in _MODULES.get(kind, ()):
        try:
            module: Any = import_module(module_name)
        except ImportError:
            continue
        key = "dbname" if kind == "postgres" else "database"
        options = {"host": host, "user": user, "password": password, key: name}
        try:
            connection = module.connect(connect_timeout=_TIMEOUT, **options)
        except module.Error as error:
            text = str(error).strip()
            raise RejectedError(text.replace(password, "***") if password else text) from None
        if kind == "postgres":
            connection.autocommit = True
        else:
            connection.autocommit(True)
        return Database(kind, connection, module.Error)
    raise NoClient(f"no client library for {kind} is installed")
