"""Rules and routes see one path: nobody reaches an endpoint by a rule about another one."""

from __future__ import annotations

import pytest

from duckrow.server.authorization.rules import rules_of
from duckrow.server.catalogs.queue import CompileQueue
from duckrow.server.catalogs.unchanged import UnchangedCatalogs
from duckrow.server.http.exchange import Client, Refusal, Request
from duckrow.server.http.form import path_of
from duckrow.server.http.routes import Routes
from duckrow.server.log import Log
from duckrow.server.page import Counts
from duckrow.server.table import make_routes

RULES = rules_of(None)
HUEY = Client("huey.lab", 7, {}, b"")


@pytest.fixture(scope="module")
def routes() -> Routes:
    return make_routes(CompileQueue(Log(), lambda: None), UnchangedCatalogs(), Counts())


def endpoint(routes: Routes, raw: str, client: Client | None = None) -> str:
    """Return the name of the endpoint that answers a raw path, or the status of the refusal."""
    try:
        request = Request("GET", path_of(raw), client=client)
        routes.expect_known(request.path)
        RULES.check(request)
        route = routes.find(request)
    except Refusal as refusal:
        return str(refusal.status)
    answer = route.answer or route.answer_later
    return getattr(answer, "__name__", "")


@pytest.mark.parametrize(
    ("raw", "anybody", "node"),
    [
        ("/status/v1/simple", "simple", "simple"),
        ("/status/v1/simple/", "simple", "simple"),
        ("//status/v1/simple", "simple", "simple"),
        ("///status//v1/simple", "simple", "simple"),
        ("/%2fstatus/v1/simple", "simple", "simple"),
        ("%2f/status/v1/simple", "simple", "simple"),
        ("/status%2Fv1/simple", "simple", "simple"),
        ("/./status/v1/simple", "400", "400"),
        ("/%2e/status/v1/simple", "400", "400"),
        ("/status/v1/simple/..", "400", "400"),
        ("/x//status/v1/simple", "404", "404"),
        ("/", "403", "403"),
        ("//", "403", "403"),
        ("/%2f", "403", "403"),
        ("/metrics", "403", "403"),
        ("//metrics", "403", "403"),
        ("//puppet/v3/catalog/huey.lab", "403", "answer"),
        ("/puppet//v3/catalog//huey.lab", "403", "answer"),
        ("/puppet/v3//catalog/huey.lab", "403", "answer"),
        ("/puppet/v3/catalog/huey.lab/", "403", "403"),
        ("/puppet/v3/catalog//dewey.lab", "403", "403"),
        ("//puppet-ca/v1/certificate/ca", "certificate", "certificate"),
        ("/puppet-ca/v1//certificate_status/huey.lab", "403", "403"),
        ("/puppet-ca/v1/certificate//../certificate_status/huey.lab", "400", "400"),
    ],
)
def test_rules_and_routes_agree(routes: Routes, raw: str, anybody: str, node: str) -> None:
    assert endpoint(routes, raw) == anybody
    assert endpoint(routes, raw, HUEY) == node
