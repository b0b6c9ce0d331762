"""What the two databases say differently."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from orjson import OPT_SORT_KEYS, dumps, loads

_START = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Dialect:
    """The dialect of SQLite, and the base of the other."""

    __slots__ = ()

    name = "sqlite"
    lock = ""  # nobody else writes: at the end of a SELECT whose rows nobody else may change
    part = "0"  # a number that a connection has alone while it writes
    resource_key = "certname_id, type, title"  # what is unique in catalog_resources

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

    def leaf_condition(self, path: object, type_: str) -> tuple[str, tuple[object, ...]]:
        """Return the condition that `value` has a leaf of a type at a path below a fact.

        It is empty for a path that the database cannot look for.
        """
        keys = loads(self.json_text(path))[1:]
        if any(isinstance(key, str) and ('"' in key or "\\" in key) for key in keys):
            return "", ()
        found = "".join(f'."{key}"' if isinstance(key, str) else f"[{key}]" for key in keys)
        types = {"string": "text", "float": "real"}
        if type_ == "boolean":
            return "json_type(value, ?) IN ('true', 'false')", (f"${found}",)
        return "json_type(value, ?) = ?", (f"${found}", types.get(type_, type_))


class PostgresDialect(Dialect):
    """The dialect of PostgreSQL."""

    __slots__ = ()

    name = "postgresql"
    lock = " FOR UPDATE"
    part = "pg_backend_pid()"
    resource_key = "certname_id, type, md5(title)"

    def time(self, microseconds: int) -> object:
        """Return the value of a column of times."""
        return _START + timedelta(microseconds=microseconds)

    def microseconds(self, value: object) -> int:
        """Return a time that was read from a column."""
        assert isinstance(value, datetime)
        return (value - _START) // _MICROSECOND

    def json_text(self, value: object) -> str:
        """Return JSON that was read from a column, with sorted keys."""
        try:
            return dumps(value, option=OPT_SORT_KEYS).decode()
        except TypeError:  # jsonb turns 1e20 into an integer, and orjson takes none above 64 bits
            from json import dumps as dumps_all

            return dumps_all(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    def leaf_condition(self, path: object, type_: str) -> tuple[str, tuple[object, ...]]:
        """Return the condition that `value` has a leaf of a type at a path below a fact."""
        assert isinstance(path, list)
        kind = "number" if type_ in ("integer", "float") else type_
        keys = [str(key) for key in path[1:]]
        return "jsonb_typeof(value #> ?) = ?", (keys, kind)


SQLITE = Dialect()
POSTGRESQL = PostgresDialect()
