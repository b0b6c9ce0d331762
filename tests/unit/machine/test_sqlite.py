"""Databases are opened without leaving files behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.machine.sqlite import connect, connect_to_read


def test_a_database_in_a_directory_that_cannot_be_changed_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "a.db")
    connection = connect(path, 0)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE ducks (name)")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    for extra in ("-wal", "-shm"):
        (tmp_path / f"a.db{extra}").unlink(missing_ok=True)
    # Root may write everywhere, so the answer of the system is made up.
    monkeypatch.setattr(os, "access", lambda *_: False)
    reader = connect_to_read(path, 0)
    assert reader.execute("SELECT name FROM sqlite_master").fetchall() == [("ducks",)]
    reader.close()
    assert os.listdir(tmp_path) == ["a.db"]
