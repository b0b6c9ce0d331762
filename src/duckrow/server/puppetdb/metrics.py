"""Metrics as PuppetDB has them: /metrics/v2/list and /metrics/v2/read/MBEAN.

Only beans that say something about the store exist: those of the population, of which puppetboard
shows two, and the number of stored commands.
"""

from __future__ import annotations

from time import time

from orjson import dumps

from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.server.http.routes import name_in
from duckrow.server.puppetdb.refusal import unavailable_as_503
from duckrow.store.population import population

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.http.exchange import Request
    from duckrow.server.puppetdb.commands import StoreSite

_POPULATION = "puppetlabs.puppetdb.population"
_MQ = "puppetlabs.puppetdb.mq"
_NAMES = (
    "num-inactive-nodes",
    "avg-resources-per-node",
    "num-active-nodes",
    "pct-resource-dupes",
    "num-resources",
    "num-nodes",
)
_MOST_SECONDS = 30.0


def get_metrics(site: StoreSite, request: Request) -> Answer:
    """Answer with the list of beans, or with the values of one."""
    action, _, bean = name_in(request, 3).partition("/")
    if action == "list":
        return Answer(dumps(_list()), JSON)
    if action == "read":
        return Answer(dumps(_read(site, bean)), JSON)
    if action in ("", "version"):
        value = {"agent": "1.7.1", "protocol": "7.2", "info": {"product": "duckrow"}}
        return Answer(dumps(_reply({"type": "version"}, value)), JSON)
    raise Refusal(404, f"Not Found: {request.path}", None)


def _reply(request: dict[str, str], value: object) -> dict[str, object]:
    return {"request": request, "value": value, "timestamp": int(time()), "status": 200}


def _bean(attribute: str, kind: str) -> dict[str, object]:
    attributes = {attribute: {"rw": False, "type": kind, "desc": attribute}}
    return {"op": {}, "attr": attributes, "class": "duckrow", "desc": attribute}


def _list() -> dict[str, object]:
    beans = {
        _POPULATION: {f"name={name}": _bean("Value", "java.lang.Object") for name in _NAMES},
        _MQ: {"name=global.processed": _bean("Count", "long")},
    }
    return _reply({"type": "list"}, beans)


def _read(site: StoreSite, bean: str) -> dict[str, object]:
    request = {"mbean": bean, "type": "read"}
    domain, _, name = bean.partition(":name=")
    if domain == _POPULATION and name in _NAMES:
        with unavailable_as_503(), site.records.reading(_MOST_SECONDS) as session:
            return _reply(request, {"Value": population(session, name)})
    if bean == f"{_MQ}:name=global.processed":
        return _reply(request, {"Count": sum(site.records.counts.values())})
    error = "javax.management.InstanceNotFoundException"
    return {
        "request": request,
        "error_type": error,
        "error": f"{error} : {bean}",
        "status": 404,
    }
