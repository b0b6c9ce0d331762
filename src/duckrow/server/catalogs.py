"""The endpoints of catalogs: from a request to a job for a worker."""

from __future__ import annotations

import asyncio

from orjson import dumps

from duckrow.server.exchange import JSON, Answer, Refusal
from duckrow.server.form import twice_decoded
from duckrow.server.nodes import (
    classification_of,
    environment_of,
    has_classifier,
    node_name,
    store_facts,
    stored_facts,
    trusted_for,
    values_in,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.exchange import Request
    from duckrow.server.queue import CompileQueue
    from duckrow.server.site import Site

RICH_JSON = "application/vnd.puppet.rich+json"
_FORMATS = (RICH_JSON, "application/json", "text/pson", "application/*", "*/*")


class Catalogs:
    """Answers requests for catalogs with the help of the workers."""

    __slots__ = ("_queue",)

    def __init__(self, queue: CompileQueue) -> None:
        self._queue = queue

    async def answer(self, site: Site, request: Request) -> Answer:
        """Answer with the catalog of a node."""
        name = node_name(request)
        content_type = _format(request)
        facts = await self._facts(site, request, name)
        classification = (
            classification_of(site, name)
            if not has_classifier(site)
            else (await asyncio.to_thread(classification_of, site, name))
        )
        asked = request.field("environment")
        environment = environment_of(site, asked, classification)
        if request.flag("check_environment") and asked and environment != asked:
            return Answer(_empty(name, environment), content_type)
        job = {
            "node": name,
            "environment": environment,
            "trusted": trusted_for(name, request.client),
            "classes": classification.classes,
            "parameters": classification.parameters,
        }
        reply, catalog = await self._queue.compile(name, dumps(job), dumps(facts))
        for level, message in reply.get("logs", ()):
            site.log(level, f"{name}: {message}")
        if reply["status"] != 200:
            site.log("err", reply["message"])
            raise Refusal(reply["status"], reply["message"])
        return Answer(catalog, content_type)

    async def _facts(self, site: Site, request: Request, name: str) -> dict[str, object]:
        """Return the facts of the request, else those that the node sent last."""
        given = request.field("facts")
        if not given:
            known = await asyncio.to_thread(stored_facts, site, name)
            return {} if known is None else values_in(known, name)
        kind = request.field("facts_format")
        if kind not in ("application/json", "pson", "text/pson"):
            what = f"Bad Request: facts have the format application/json, not '{kind}'"
            raise Refusal(400, what, "UNSUPPORTED_FORMAT")
        facts = twice_decoded(given)
        values = values_in(facts, name)
        await asyncio.to_thread(store_facts, site, name, facts)
        return values


def _format(request: Request) -> str:
    """Return the media type of the answer. Raises Refusal if the client takes none of ours."""
    accept = request.headers.get("accept", "*/*")
    taken = [each.partition(";")[0].strip() for each in accept.split(",")]
    if not any(each in _FORMATS for each in taken):
        what = "Not Acceptable: No supported formats are acceptable (Accept: "
        raise Refusal(406, f"{what}{accept})", "UNSUPPORTED_FORMAT")
    if RICH_JSON in taken or "*/*" in taken or "application/*" in taken:
        return f"{RICH_JSON}; charset=utf-8"
    return JSON if "application/json" in taken else "text/pson; charset=utf-8"


def _empty(name: str, environment: str) -> bytes:
    """Return a catalog that says nothing but the environment that the node is to ask for."""
    data: dict[str, object] = {
        "tags": [],
        "name": name,
        "version": None,
        "code_id": None,
        "catalog_uuid": None,
        "catalog_format": 2,
        "environment": environment,
        "resources": [],
        "edges": [],
        "classes": [],
    }
    return dumps(data)
