"""The endpoints of catalogs, versions 3 and 4: from a request to a job for a worker."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import time
from uuid import uuid4

from orjson import JSONDecodeError, dumps, loads

from duckrow.ca.names import is_valid_name
from duckrow.puppet.environment.enc import has_classifier
from duckrow.puppet.storeconfigs.wire import to_json
from duckrow.server.catalogs.unchanged import LARGE, Kept
from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.server.http.form import twice_decoded
from duckrow.server.http.v3 import MOST_DEPTH, chosen_format, is_deep, is_environment_name, shown
from duckrow.server.nodes.endpoints import (
    classification_of,
    environment_name_of,
    node_name,
    trusted_for,
    values_in,
)
from duckrow.server.settings import THREADS
from duckrow.server.store.storing import RunIds, ToStore, digest_of, keep_facts
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from duckrow.puppet.environment.enc import Classification
    from duckrow.server.catalogs.queue import CompileQueue
    from duckrow.server.catalogs.unchanged import UnchangedCatalogs
    from duckrow.server.environments.deploys import Deploys
    from duckrow.server.http.exchange import Request
    from duckrow.server.page import Counts
    from duckrow.server.site import Site
    from duckrow.server.store.storing import Storing

RICH_JSON = "application/vnd.puppet.rich+json"
_FORMATS = {
    RICH_JSON: f"{RICH_JSON}; charset=utf-8",
    "application/json": JSON,
    "text/pson": "text/pson; charset=utf-8",
}


# This header tells whether a catalog was compiled for the request.
ORIGIN = "X-Duckrow-Catalog"


class Found:
    """A catalog, the messages of its compile, and where it comes from."""

    __slots__ = ("content", "logs", "origin", "to_store")

    def __init__(
        self, content: bytes, logs: list[tuple[str, str]], origin: str, to_store: ToStore
    ) -> None:
        self.content = content
        self.logs = logs
        self.origin = origin
        self.to_store = to_store


class Catalogs:
    """Answers requests for catalogs with the help of the workers."""

    __slots__ = ("_counts", "_deploys", "_programs", "_queue", "_storing", "_unchanged")

    def __init__(
        self,
        queue: CompileQueue,
        deploys: Deploys,
        unchanged: UnchangedCatalogs,
        counts: Counts,
        storing: Storing | None = None,
    ) -> None:
        self._queue = queue
        self._storing = storing
        self._deploys = deploys
        self._unchanged = unchanged
        self._counts = counts
        # For classifiers and config_version: a slow one delays neither files nor reports.
        self._programs = ThreadPoolExecutor(THREADS)

    async def answer(self, site: Site, request: Request) -> Answer:
        """Answer with the catalog of a node, as agents ask for it."""
        name = node_name(request)
        asked = request.field("environment")
        if not is_environment_name(asked):
            given = shown(asked) if "environment" in request.query else "null"
            what = f"The environment must be purely alphanumeric, not '{given}'"
            raise Refusal(400, what, None)
        content_type = _FORMATS[chosen_format(request, *_FORMATS)]
        facts = await _facts(site, request, name)
        classification = await self._classification(site, name)
        environment = environment_name_of(site, asked, classification)
        if request.flag("check_environment") and environment != asked:
            return Answer(_empty(name, environment), content_type)
        job = {
            "node": name,
            "environment": environment,
            "trusted": trusted_for(name, request.client),
            "classes": classification.classes,
            "parameters": classification.parameters,
        }
        if request.flag("static_catalog"):
            job["checksum_types"] = request.field("checksum_type")
        ids = RunIds(request.field("transaction_uuid"), request.field("job_uuid"))
        found = await self._stored(site, job, facts, ids, has_facts=bool(request.field("facts")))
        self._counts.nodes[name] = time(), environment, found.origin
        return Answer(found.content, content_type, headers={ORIGIN: found.origin})

    async def answer_v4(self, site: Site, request: Request) -> Answer:
        """Answer with the catalog of any node, for tools that may ask for it."""
        data = _v4_data(request.body)
        name, options = data["certname"], data.get("options") or {}
        if not is_valid_name(name):
            raise Refusal(400, f"Invalid input: '{name}' is not the name of a node", None)
        facts = _values(data, "facts")
        has_facts = facts is not None and bool(data["persistence"].get("facts"))
        if facts is None:
            known = await asyncio.to_thread(site.facts.get, name)
            facts = {} if known is None else values_in(known, name)
        elif has_facts:
            await keep_facts(site.facts, name, dumps({"name": name, "values": facts}))
        classification = await self._classification(site, name)
        environment = classification.environment or data["environment"]
        if options.get("prefer_requested_environment"):
            environment = data["environment"]
        trusted = _values(data, "trusted_facts")
        job = {
            "node": name,
            "environment": environment,
            "trusted": trusted_for(name, None) if trusted is None else trusted,
            "classes": classification.classes,
            "parameters": classification.parameters,
        }
        ids = RunIds(data.get("transaction_uuid"), data.get("job_id"))
        try:
            if data["persistence"].get("catalog"):
                found = await self._stored(site, job, facts, ids, has_facts=has_facts)
            else:
                if has_facts and self._storing is not None:
                    await self._storing.store_facts(job, facts)
                found = await self._compile(site, job, facts)
        except Refusal as refusal:
            raise Refusal(500, refusal.message, None) from None
        least = LEVELS.index(options.get("log_level", "warning"))
        logs = [
            {"level": level, "message": message}
            for level, message in found.logs
            if LEVELS.index(level) >= least
        ]
        logs = logs if options.get("capture_logs") else []
        body = b'{"catalog":%b,"logs":%b}' % (found.content, to_json(logs))
        return Answer(body, JSON, headers={ORIGIN: found.origin})

    async def _stored(
        self,
        site: Site,
        job: dict[str, Any],
        facts: dict[str, object],
        ids: RunIds,
        *,
        has_facts: bool,
    ) -> Found:
        """Return the catalog of a job; it is in the store, if there is one.

        So are the facts, if the request has brought them: others are older than they would look.
        """
        storing = self._storing
        if storing is None:
            return await self._compile(site, job, facts)
        if has_facts:
            writing = asyncio.create_task(storing.store_facts(job, facts))
            try:
                found = await self._compile(site, job, facts)
            finally:
                await writing
        else:
            found = await self._compile(site, job, facts)
        await storing.store_catalog(job, found.to_store, ids)
        return found

    async def _compile(self, site: Site, job: dict[str, Any], facts: dict[str, object]) -> Found:
        """Return the catalog of a job: a kept one, or a new one. Raises Refusal."""
        name = job["node"]
        key = key_of(job, self._queue)
        kept = self._unchanged.find(name, key, facts)
        if kept is not None and await self._is_same_world(kept):
            self._unchanged.hits += 1
            to_store = kept.to_store(str(uuid4()))
            if kept.is_large():
                content = await asyncio.to_thread(kept.content, to_store.uuid)
            else:
                content = kept.content(to_store.uuid)
            return Found(content, kept.logs, "unchanged", to_store)
        self._unchanged.misses += 1
        reply, content = await self._queue.compile(name, key, dumps(facts))
        catalog, stored = _parted(reply, content)
        logs: list[tuple[str, str]] = reply.get("logs", [])
        for level, message in logs:
            site.log(level, f"{name}: {message}")
        if reply.get("has_changed"):
            self._deploys.files_have_changed()
        if reply["status"] != 200:
            if reply["status"] < 500:  # the others are logged with their request
                site.log("err", reply["message"])
            raise Refusal(reply["status"], reply["message"])
        is_kept = self._unchanged.can_keep(name, reply, catalog)

        def pack() -> tuple[bytes, Kept | None]:
            digest = digest_of(stored)
            kept = Kept(key, facts, reply, catalog, stored, digest) if is_kept else None
            return digest, kept

        is_large = len(content) > LARGE  # others are answered meanwhile
        digest, kept = await asyncio.to_thread(pack) if is_large else pack()
        if kept is not None:
            self._unchanged.add(name, kept)
        uuid, code_id = reply.get("uuid", ""), reply.get("code_id")
        to_store = ToStore(lambda: stored, digest, uuid, reply, code_id)
        return Found(catalog, logs, "compiled", to_store)

    async def _is_same_world(self, kept: Kept) -> bool:
        generation = self._queue.generation
        if kept.takes_time():
            loop = asyncio.get_running_loop()
            check = self._unchanged.check
            return await loop.run_in_executor(self._programs, check, kept, generation)
        return self._unchanged.check(kept, generation)

    async def _classification(self, site: Site, name: str) -> Classification:
        if has_classifier(site.settings):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._programs, classification_of, site, name)
        return classification_of(site, name)


def _parted(reply: Mapping[str, Any], content: bytes) -> tuple[bytes, bytes]:
    """Return the catalog of the agent and that of the store, which a worker sends as one."""
    size = reply.get("catalog_size", len(content))
    return content[:size], content[size:]


def key_of(job: dict[str, object], queue: CompileQueue) -> bytes:
    """Return a job as the workers get it.

    It names the facts of the server, which workers read when they start: a catalog that is kept
    counts for these.
    """
    return to_json({**job, "server_facts": queue.server_facts})


async def _facts(site: Site, request: Request, name: str) -> dict[str, object]:
    """Return the facts of the request, else those that the node sent last."""
    given = request.field("facts")
    if not given:
        known = await asyncio.to_thread(site.facts.get, name)
        return {} if known is None else values_in(known, name)
    kind = request.field("facts_format")
    if kind not in ("application/json", "pson", "text/pson"):
        what = f"Bad Request: facts have the format application/json, not '{kind[:100]}'"
        raise Refusal(400, what, "UNSUPPORTED_FORMAT")
    facts = twice_decoded(given)
    values = values_in(facts, name)
    await keep_facts(site.facts, name, facts)
    return values


def _v4_data(body: bytes) -> dict[str, Any]:
    """Return the body of a request of version 4. Raises Refusal for what it lacks."""
    try:
        data = loads(body)
    except JSONDecodeError as error:
        raise Refusal(400, f"Invalid input: the body is not JSON: {error}", None) from None
    if not isinstance(data, dict):
        raise Refusal(400, "Invalid input: the body is not a JSON object", None)
    kinds = {"certname": str, "environment": str, "persistence": dict}
    for key, kind in kinds.items():
        if key not in data:
            raise Refusal(400, f'Invalid input: {{"{key}" missing-required-key}}', None)
        if not isinstance(data[key], kind):
            raise Refusal(400, f'Invalid input: "{key}" has another type', None)
    options = data.get("options")
    if options is not None and not isinstance(options, dict):
        raise Refusal(400, 'Invalid input: "options" is no object', None)
    level = (options or {}).get("log_level", "warning")
    if level not in LEVELS:
        raise Refusal(400, f'Invalid input: "log_level" is not one of {", ".join(LEVELS)}', None)
    return data


def _values(data: dict[str, Any], key: str) -> dict[str, object] | None:
    given = data.get(key)
    if given is None:
        return None
    values = given.get("values") if isinstance(given, dict) else None
    if not isinstance(values, dict):
        raise Refusal(400, f'Invalid input: "{key}" needs an object "values"', None)
    if is_deep(values):
        what = f'"{key}" is nested more than {MOST_DEPTH} levels deep'
        raise Refusal(400, f"Invalid input: {what}", None)
    return values


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
