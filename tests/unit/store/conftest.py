"""Both databases of the store, for tests of what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.unit.store.servers import PostgresServer, binaries

from duckrow.store.database.database import Database, open_database


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Return a PostgreSQL server, or skip the test."""
    if binaries() is None:
        pytest.skip("needs PostgreSQL: apt-get install postgresql")
    if find_spec("psycopg") is None:
        pytest.skip("needs psycopg: pip install 'duckrow[postgresql]'")
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a new database, of each kind in turn."""
    if request.param == "sqlite":
        return f"{tmp_path}/store.db"
    server = request.getfixturevalue("postgres")
    assert isinstance(server, PostgresServer)
    return server.new_database()


@pytest.fixture
def open_store(address: str) -> Iterator[Callable[[], Database]]:
    """Return what opens the database, as often as a test wants."""
    opened = []

    def open_one() -> Database:
        opened.append(open_database(address, print))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()
