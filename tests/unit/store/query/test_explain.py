"""explain=analyze: the plan of the database takes the place of rows."""

from __future__ import annotations

from collections.abc import Mapping

from orjson import dumps, loads
from tests.unit.store.payloads import facts

from duckrow.server.http.exchange import Answer, Request
from duckrow.server.puppetdb.query import answer_query
from duckrow.store.commands.table import read_command
from duckrow.store.database.database import open_database
from duckrow.store.query.functions import FUNCTIONS


def asked(address: str, fields: Mapping[str, str]) -> Answer:
    database = open_database(address, print, FUNCTIONS)
    try:
        database.write(read_command("replace facts", 5, "huey.lab", facts("huey.lab"), 1).write)
        query = {name: [value] for name, value in fields.items()}
        request = Request("GET", "/pdb/query/v4/nodes", query, headers={}, client=None, address="")
        return answer_query(database, request, 0)
    finally:
        database.close()


def test_explain_shows_the_plan_of_each_database(address: str) -> None:
    query = dumps(["=", "certname", "huey.lab"]).decode()
    answer = asked(address, {"query": query, "explain": "analyze"})
    assert answer.status == 200
    ((name, plan),) = loads(answer.body)[0].items()
    assert name == "query plan"
    if address.startswith("postgresql:"):
        assert plan[0]["Plan"]["Actual Rows"] == 1
        assert plan[0]["Execution Time"] >= 0
    else:
        assert any("certnames" in step["detail"] or "n USING" in step["detail"] for step in plan)


def test_explain_takes_one_value(address: str) -> None:
    answer = asked(address, {"explain": "yes"})
    expected = b"Illegal value 'yes' for :explain; expected `analyze`."
    assert (answer.status, answer.body) == (400, expected)
