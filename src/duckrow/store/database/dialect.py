"""What the two databases say differently."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from orjson import OPT_SORT_KEYS, dumps

_START = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Dialect:
    """The dialect of SQLite, and the base of the other."""

    __slots__ = ()

    name = "sqlite"
    placeholder = "?"

    def time(self, microseconds: int) -> object:
        """Return the value of a column of times."""
        return microseconds

    def microseconds(self, value: object) -> int:
        """Return a time that was read from a column."""
        assert isinstance(value, int)
        return value

    def json_text(self, value: object) -> str:
        """Return JSON that was read from a column, with sorted keys."""
        assert isinstance(value, str)
        return value  # which it was written with


class PostgresDialect(Dialect):
    """The dialect of PostgreSQL."""

    __slots__ = ()

    name = "postgresql"
    placeholder = "%s"

    def time(self, microseconds: int) -> object:
        """Return the value of a column of times."""
        return _START + timedelta(microseconds=microseconds)

    def microseconds(self, value: object) -> int:
        """Return a time that was read from a column."""
        assert isinstance(value, datetime)
        return (value - _START) // _MICROSECOND

    def json_text(self, value: object) -> str:
        """Return JSON that was read from a column, with sorted keys."""
        return dumps(value, option=OPT_SORT_KEYS).decode()


SQLITE = Dialect()
POSTGRESQL = PostgresDialect()
