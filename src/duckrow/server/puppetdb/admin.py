"""Administration of the store: /pdb/admin/v1/cmd and /pdb/admin/v1/summary-stats."""

from __future__ import annotations

from orjson import JSONDecodeError, dumps, loads

from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.server.http.routes import name_in
from duckrow.server.puppetdb.meta import VERSION
from duckrow.server.puppetdb.refusal import JsonRefusal, check_content_type, unavailable_as_503
from duckrow.store.housekeeping import PARTS
from duckrow.store.population import summary
from duckrow.store.purge import purge_node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from duckrow.server.http.exchange import Request
    from duckrow.server.store.housekeeper import Housekeeper
    from duckrow.store.store import Store

    class AdministeredSite(Protocol):
        """A site whose store is cleaned."""

        @property
        def records(self) -> Store:
            """Its store of records."""

        @property
        def housekeeper(self) -> Housekeeper:
            """Who cleans it."""


def post_command(site: AdministeredSite, request: Request) -> Answer:
    """Clean the store, or delete a node."""
    if name_in(request) != "cmd":
        raise Refusal(404, f"Not Found: {request.path}", None)
    check_content_type(request)
    text = request.body.decode("utf-8", "replace")
    try:
        data = loads(request.body)
    except JSONDecodeError:
        data = None
    match data:
        case {"command": "delete", "version": 1, "payload": {"certname": str(name)}}:
            with unavailable_as_503():
                purge_node(site.records.database, name)
            return Answer(dumps({"deleted": name}), JSON)
        case {"command": "clean", "version": 1, "payload": list(parts)}:
            names = [part[0] if isinstance(part, list) and part else part for part in parts]
            unknown = [name for name in names if name not in PARTS]
            if unknown:
                raise _invalid(text, f"unknown are {', '.join(map(str, unknown))}")
            with unavailable_as_503():
                is_cleaned = site.housekeeper.clean(names or PARTS)
            if is_cleaned:
                return Answer(dumps({"ok": True}), JSON)
            conflict = {
                "kind": "conflict",
                "msg": "Another cleanup is already in progress",
                "details": None,
            }
            return Answer(dumps(conflict), JSON, 409)
        case _:
            raise _invalid(text, "Valid commands types are: 'clean' and 'delete'")


def _invalid(body: str, why: str) -> JsonRefusal:
    return JsonRefusal(400, f"Invalid command {dumps(body[:500]).decode()}: {why}")


def get_statistics(site: AdministeredSite, request: Request) -> Answer:
    """Answer with numbers that describe the store."""
    if name_in(request) != "summary-stats":
        raise Refusal(404, f"Not Found: {request.path}", None)
    with unavailable_as_503(), site.records.reading() as session:
        return Answer(dumps({**summary(session), "version": VERSION}), JSON)
