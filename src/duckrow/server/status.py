"""The endpoints below /status/v1, which load balancers and monitors ask.

The services are those of puppetserver, and the one of PuppetDB. Only the last can fail while the
server answers: its database may be another host.
"""

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
# Both names of the server count: monitors ask for either.
SERVICES = (
    "server",
    "master",
    "ca",
    "jruby-metrics",
    "puppet-profiler",
    "status-service",
    STORE,
)
_LEVELS = ("critical", "info", "debug")


def simple(_site: Site, request: Request) -> Answer:
    """Answer that the server runs."""
    service = name_in(request)
    if service and service not in SERVICES:
        raise Refusal(404, f"not found: {service}", None)
    return Answer(b"running")


def services(site: Site, request: Request) -> Answer:
    """Answer with the state of each service, or of one; status 503 if one has failed."""
    service = name_in(request)
    if service and service not in SERVICES:
        what = f"No status information found for service {service}"
        return _error(404, "service-not-found", what)
    level = request.field("level", "info")
    if level not in _LEVELS:
        return _error(400, "data-invalid", f"Invalid level: :{level}")
    asked = (service,) if service else SERVICES
    states = {name: _state(site, name, level) for name in asked}
    has_failed = any(each["state"] != "running" for each in states.values())
    found = {**states[service], "service_name": service} if service else states
    return Answer(dumps(found), JSON, 503 if has_failed else 200)


def _error(status: int, kind: str, message: str) -> Answer:
    return Answer(dumps({"kind": kind, "msg": message}), JSON, status)


def _state(site: Site, name: str, level: str) -> dict[str, object]:
    is_store = name == STORE
    is_up = site.store_health.is_up() if is_store else True
    return {
        "service_version": VERSION if is_store else PUPPET_VERSION,
        "service_status_version": 1,
        "detail_level": level,
        "state": "running" if is_up else "error",
        "status": _store_status(is_up=is_up) if is_store else {},
        "active_alerts": [],
    }


def _store_status(*, is_up: bool) -> dict[str, object]:
    return {
        "maintenance_mode?": False,
        "queue_depth": 0,  # a command is stored before it is acknowledged
        "read_db_up?": is_up,
        "write_db_up?": is_up,
        "write_dbs_up?": is_up,
        "write_db": {"default": {"up?": is_up}},
    }
