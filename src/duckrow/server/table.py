"""The table of all endpoints."""

from __future__ import annotations

from orjson import dumps

from duckrow.server import ca, nodes, status
from duckrow.server.catalogs import Catalogs
from duckrow.server.exchange import JSON, Answer, Refusal
from duckrow.server.routes import Route, Routes, name_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.exchange import Request
    from duckrow.server.queue import CompileQueue
    from duckrow.server.site import Site


def make_routes(queue: CompileQueue) -> Routes:
    """Return the routes of the server."""
    routes = Routes(authorize)
    catalogs = Catalogs(queue)
    routes.add("GET HEAD", "/status/v1/simple", Route(status.simple, is_quick=True))
    routes.add("GET HEAD", "/status/v1/services", Route(status.services, is_quick=True))
    routes.add("GET POST", "/puppet/v3/catalog", Route(later=catalogs.answer))
    routes.add("GET", "/puppet/v3/node", Route(nodes.node))
    routes.add("PUT", "/puppet/v3/facts", Route(nodes.put_facts))
    routes.add("GET", "/puppet-ca/v1/certificate", Route(ca.certificate))
    routes.add("GET", "/puppet-ca/v1/certificate_revocation_list", Route(ca.revocation_list))
    routes.add("GET", "/puppet-ca/v1/certificate_request", Route(ca.certificate_request))
    routes.add("PUT", "/puppet-ca/v1/certificate_request", Route(ca.submit_request, is_slow=True))
    routes.add("GET", "/puppet/v3/file_metadatas", Route(_no_files, is_quick=True))
    return routes


def _no_files(_site: Site, _request: Request) -> Answer:
    root = {
        "path": "/",
        "relative_path": ".",
        "links": "manage",
        "owner": 0,
        "group": 0,
        "mode": 0o755,
        "checksum": {"type": "ctime", "value": "{ctime}2026-11-15 16:11:15 +0000"},
        "type": "directory",
        "destination": None,
    }
    return Answer(dumps([root]), JSON)


_OWN = ("catalog", "node", "report", "facts")
_OPEN = ("/puppet-ca/v1/certificate", "/status/v1/")


def authorize(_site: Site, request: Request) -> None:
    """Refuse a request that no rule allows."""
    names = request.path.split("/")
    client = request.client
    if request.path.startswith(_OPEN):
        return
    is_v3 = client is not None and request.path.startswith("/puppet/v3/")
    if is_v3 and (names[3] not in _OWN or (client and name_in(request) == client.name)):
        return
    what = f"Forbidden request: {request.path} (method :{request.method.lower()})."
    raise Refusal(403, f"{what} Please see the server logs for details.", None)
