"""Titles, names and paths that are longer than an entry of an index may be."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator

import pytest
from tests.unit.store.payloads import at, catalog, facts, resource

from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.database.database import Database, open_database
from duckrow.store.query.ask import ask
from duckrow.store.query.functions import FUNCTIONS

HUEY = "huey.lab"
# Text that cannot be compressed.
LONG = "".join(random.Random(3).choices(string.ascii_letters + string.digits, k=9000))


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    found = open_database(address, print, FUNCTIONS)
    yield found
    found.close()


def give(database: Database, name: str, payload: dict[str, object]) -> None:
    database.write(read_command(name, COMMANDS[name][1], HUEY, payload, 1).write)


def test_a_catalog_has_titles_of_any_length(database: Database) -> None:
    for hour, mode in ((2, "0600"), (3, "0644")):
        payload = catalog(
            HUEY, hour, resource("File", LONG, mode=mode), resource("File", f"{LONG}2")
        )
        edges = payload["edges"]
        assert isinstance(edges, list)
        ends = ({"type": "File", "title": LONG}, {"type": "File", "title": f"{LONG}2"})
        for source, target in (ends, ends[::-1]):
            edges.append({"source": source, "target": target, "relationship": "before"})
        give(database, "replace catalog", payload)
        query = ["from", "resources", ["and", ["=", "type", "File"], ["=", "title", LONG]]]
        (found,) = ask(database, query).rows
        assert isinstance(found, dict)
        assert found["parameters"] == {"mode": mode}
        query = ["from", "edges", ["=", "source_title", LONG]]
        assert len(ask(database, query).rows) == 1
    others = ["from", "resources", ["not", ["=", "title", LONG]]]
    assert len(ask(database, others).rows) == 3
    give(database, "replace catalog", catalog(HUEY, 4))
    assert ask(database, query).rows == []


def test_inputs_and_paths_have_any_length(database: Database) -> None:
    for hour in (1, 2):
        give(database, "replace facts", facts(HUEY, hour, pond={LONG: {"depth": hour}}))
    paths = ask(database, ["from", "fact_paths", ["=", "name", "pond"]]).rows
    assert paths == [{"path": ["pond", LONG, "depth"], "name": "pond", "type": "integer"}]
    common = {"certname": HUEY, "producer_timestamp": at(5), "catalog_uuid": "u"}
    give(database, "replace catalog inputs", {**common, "inputs": [["hiera", LONG]]})
    found = ask(database, ["from", "catalog_input_contents"]).rows
    assert [row["name"] for row in found if isinstance(row, dict)] == [LONG]
