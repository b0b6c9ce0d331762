"""A part of the fuzzing of queries, in every run of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fuzz.fuzz_queries import KINDS, fleet_store, run

from duckrow.store.query.ask import ask


@pytest.mark.parametrize("kind", KINDS)
def test_queries_are_answered_or_rejected(kind: str, tmp_path: Path) -> None:
    database = fleet_store(str(tmp_path / "store.db"))
    assert ask(database, ["from", "nodes"]).rows
    try:
        failures = run(kind, 1200, 20261116, 0, database)
    finally:
        database.close()
    assert not failures, failures[0]
