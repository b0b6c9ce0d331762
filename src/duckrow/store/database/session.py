"""What a transaction on either database offers.

    session.execute("SELECT id FROM certnames WHERE certname = ?", ("huey.lab",)).fetchone()

Statements are written with `?` for each value.
"""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from duckrow.store.database.dialect import Dialect

    Row = tuple[object, ...]


class Rows(Protocol):
    """The rows that a statement returns."""

    @property
    def rowcount(self) -> int:
        """How many rows a statement changed."""

    def fetchone(self) -> Row | None:
        """Return the next row."""

    def fetchmany(self, size: int) -> Sequence[Row]:
        """Return some more rows; none at the end."""

    def fetchall(self) -> Sequence[Row]:
        """Return all other rows."""

    def __iter__(self) -> Iterator[Row]:
        """Return one row after the other."""

    def close(self) -> None:
        """Ask for no more rows."""


class Session(Protocol):
    """A transaction."""

    @property
    def dialect(self) -> Dialect:
        """How the database spells things."""

    def execute(self, statement: str, values: Sequence[object] = ()) -> Rows:
        """Execute a statement."""

    def stream(self, statement: str, values: Sequence[object] = ()) -> Rows:
        """Execute a statement whose rows may be too many for the memory; close them."""

    def execute_many(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        """Execute a statement for each row of values."""


def number(value: object) -> int:
    """Return a value of a column of numbers."""
    assert isinstance(value, int)
    return value


def text(value: object) -> str:
    """Return a value of a column of texts."""
    assert isinstance(value, str)
    return value


def insert_into(table: str, columns: str) -> str:
    """Return the statement that inserts a row; the names of the columns are words of a text."""
    names = columns.split()
    marks = ", ".join("?" * len(names))
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608
