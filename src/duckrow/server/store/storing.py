"""What the server gives a store for each request for a catalog: the facts, then the catalog.

Both are stored before the agent gets its answer. A store that takes neither fails the request,
unless soft_write_failure in puppetdb.conf says otherwise.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from time import time_ns

from orjson import loads

from duckrow.puppet.storeconfigs.catalog_payload import (
    CatalogIdentity,
    RepeatableCatalog,
    catalog_head,
    inputs_command,
)
from duckrow.puppet.storeconfigs.facts_payload import facts_command
from duckrow.puppet.storeconfigs.store import StoreError
from duckrow.server.http.exchange import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from duckrow.puppet.storeconfigs.store import Command, Store
    from duckrow.server.nodes.fact_store import FactStore

# A store in a file writes what waits together with one sync: many threads make it worth its time.
_THREADS = 16


class RunIds:
    """How a run of an agent is called: its transaction, and its job if there is one."""

    __slots__ = ("job_id", "transaction_uuid")

    def __init__(self, transaction_uuid: str | None = None, job_id: str | None = None) -> None:
        self.transaction_uuid = transaction_uuid or None
        self.job_id = job_id or None


class ToStore:
    """What a store gets of a catalog: its content as JSON, and what it is called.

    The content is read on demand: a store that knows its digest does not need it.
    """

    __slots__ = ("code_id", "digest", "inputs", "read", "uuid", "version")

    def __init__(
        self,
        read: Callable[[], bytes],
        digest: bytes,
        uuid: str,
        reply: Mapping[str, Any],
        code_id: str | None = None,
    ) -> None:
        self.read = read
        self.digest = digest
        self.uuid = uuid
        self.version: object = reply.get("version")
        self.inputs: list[str] = reply.get("inputs", [])  # keys of Hiera
        self.code_id = code_id


def digest_of(content: bytes) -> bytes:
    """Return what tells one content of a catalog from another."""
    return blake2b(content, digest_size=20).digest()


async def keep_facts(facts: FactStore, node: str, content: bytes) -> None:
    """Keep the facts of a node for its next request without facts."""
    facts.put(node, content)
    if facts.is_full:
        await asyncio.to_thread(facts.flush)


class Storing:
    """Gives facts and catalogs to the store of a site; `producer` is the name of the server."""

    __slots__ = ("_producer", "_store", "_threads")

    def __init__(self, store: Store, producer: str) -> None:
        self._store = store
        self._producer = producer
        self._threads = ThreadPoolExecutor(_THREADS, "storing")

    async def store_facts(self, job: Mapping[str, Any], facts: Mapping[str, object]) -> None:
        """Store the facts of a node. Raises Refusal."""
        node, environment = job["node"], job["environment"]

        def command() -> Command:
            now = time_ns()
            return facts_command(node, facts, job["trusted"], environment, self._producer, now)

        await self._submit(command)

    async def store_catalog(self, job: Mapping[str, Any], catalog: ToStore, ids: RunIds) -> None:
        """Store a catalog and the keys that its compile looked up. Raises Refusal."""
        node = job["node"]
        identity = CatalogIdentity(
            catalog.version,
            catalog.uuid,
            time_ns(),
            transaction_uuid=ids.transaction_uuid,
            code_id=catalog.code_id,
            job_id=ids.job_id,
        )
        head = catalog_head(node, job["environment"], identity, self._producer)
        command = RepeatableCatalog(head, lambda: loads(catalog.read()), catalog.digest, identity)
        await self._submit(lambda: command)
        if catalog.inputs:
            await self._submit(lambda: inputs_command(node, identity, catalog.inputs))

    async def _submit(self, make: Callable[[], Command]) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._threads, lambda: self._store.submit(make()))
        except StoreError as error:
            raise Refusal(500, f"Server Error: {error}") from error
