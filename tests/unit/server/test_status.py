"""The endpoints of the status: names, levels and errors are those of puppetserver 7.9.5."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

import pytest

from duckrow.server.http.exchange import Answer, Refusal, Request
from duckrow.server.log import Log
from duckrow.server.status import SERVICES, STORE, services, simple
from duckrow.server.store.health import StoreHealth
from duckrow.store.database.errors import UnavailableError


class Database:
    """A database that may be away."""

    is_away = False
    looks = 0

    def reach(self, _seconds: float) -> None:
        self.looks += 1
        if self.is_away:
            raise UnavailableError("PostgreSQL: connection refused")


class Pond:
    """A site with nothing but a store."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.database = Database()
        log = Log(write=self.lines.append, has_times=False)
        self.health = StoreHealth(cast("Any", self.database), log)
        self.site: Any = SimpleNamespace(store_health=self.health)

    def ask(self, path: str, **fields: str) -> tuple[int, Any]:
        query = {name: [value] for name, value in fields.items()}
        answer: Answer = services(self.site, Request("GET", f"/status/v1/services{path}", query))
        return answer.status, json.loads(answer.body)


@pytest.mark.parametrize("name", [*SERVICES])
def test_every_service_has_a_name(name: str) -> None:
    status, found = Pond().ask(f"/{name}")
    assert (status, found["service_name"], found["state"]) == (200, name, "running")
    request = Request("GET", f"/status/v1/simple/{name}")
    assert simple(Pond().site, request).body == b"running"


def test_all_services() -> None:
    status, found = Pond().ask("", level="critical")
    assert status == 200
    assert {"server", "master", "ca", "jruby-metrics", "status-service"} < found.keys()
    assert {each["detail_level"] for each in found.values()} == {"critical"}


def test_unknown_services_and_levels() -> None:
    what = "No status information found for service nope"
    missing = (404, {"kind": "service-not-found", "msg": what})
    assert Pond().ask("/nope") == Pond().ask("/nope", level="bad") == missing
    assert Pond().ask("", level="bad") == (
        400,
        {"kind": "data-invalid", "msg": "Invalid level: :bad"},
    )
    with pytest.raises(Refusal, match="not found: nope"):
        simple(Pond().site, Request("GET", "/status/v1/simple/nope"))


def test_a_database_that_is_away_shows_in_the_status() -> None:
    pond = Pond()
    pond.database.is_away = True
    status, found = pond.ask(f"/{STORE}")
    assert (status, found["state"]) == (503, "error")
    assert found["status"] == {
        "maintenance_mode?": False,
        "queue_depth": 0,
        "read_db_up?": False,
        "write_db_up?": False,
        "write_dbs_up?": False,
        "write_db": {"default": {"up?": False}},
    }
    assert pond.ask("")[0] == 503
    assert pond.ask("/server")[0] == 200
    assert pond.database.looks == 1  # monitors ask often
    assert pond.lines == ["err: the store cannot be reached: PostgreSQL: connection refused\n"]


def test_a_database_that_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duckrow.server.store.health._SECONDS", 0.0)
    pond = Pond()
    pond.database.is_away = True
    assert not pond.health.is_up()
    pond.database.is_away = False
    assert pond.health.is_up()
    assert pond.lines[-1] == "notice: the store can be reached again\n"
