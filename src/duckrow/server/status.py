"""The endpoints below /status/v1, which load balancers ask."""

from __future__ import annotations

from orjson import dumps

from duckrow import PUPPET_VERSION
from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.server.http.routes import name_in
from duckrow.server.puppetdb.meta import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.http.exchange import Request
    from duckrow.server.site import Site

STORE = "puppetdb-status"
SERVICES = ("server", "ca", "status-service", STORE)
# A command is stored before it is acknowledged: nothing ever waits in a queue.
_STORE_STATUS = {
    "maintenance_mode?": False,
    "queue_depth": 0,
    "read_db_up?": True,
    "write_db_up?": True,
    "write_dbs_up?": True,
    "write_db": {"default": {"up?": True}},
}


def simple(_site: Site, request: Request) -> Answer:
    """Answer that the server runs."""
    service = name_in(request)
    if service not in ("", "master", *SERVICES):
        raise Refusal(404, f"not found: {service}", None)
    return Answer(b"running")


def services(_site: Site, request: Request) -> Answer:
    """Answer with the state of each service."""
    level = request.field("level", "info")
    if level not in ("critical", "info", "debug"):
        raise Refusal(400, f"Invalid level: '{level}'", None)
    service = name_in(request)
    if service and service not in SERVICES:
        raise Refusal(404, f"not found: {service}", None)
    states = {
        name: {
            "service_version": VERSION if name == STORE else PUPPET_VERSION,
            "service_status_version": 1,
            "detail_level": level,
            "state": "running",
            "status": _STORE_STATUS if name == STORE else {},
            "active_alerts": [],
        }
        for name in SERVICES
    }
    found = {**states[service], "service_name": service} if service else states
    return Answer(dumps(found), JSON)
