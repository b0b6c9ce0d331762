"""What one run gives the store: facts before the compile, then the catalog, then the report."""

from __future__ import annotations

from duckrow.puppet.storeconfigs.catalog_payload import (
    CatalogIdentity,
    catalog_command,
    catalog_content,
)
from duckrow.puppet.storeconfigs.facts_payload import facts_command
from duckrow.puppet.storeconfigs.report_payload import report_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.environment.node import Node
    from duckrow.puppet.storeconfigs.store import Store


class Storing:
    """Gives a store what a run finds out. `producer` is the host that does so."""

    __slots__ = ("_clock", "_producer", "_store")

    def __init__(self, store: Store, producer: str, clock: Callable[[], int]) -> None:
        self._store = store
        self._producer = producer
        self._clock = clock

    def store_facts(self, node: Node, environment: str) -> None:
        """Store the facts of a node. Raises StoreError."""
        self._store.submit(
            facts_command(
                node.name,
                dict(node.facts.items()),
                node.trusted,
                environment,
                self._producer,
                self._clock(),
            )
        )

    def store_catalog(self, build: Build, uuid: str) -> None:
        """Store a finished catalog under a UUID, which the report names too.

        Raises StoreError, and EvaluationError for relationships to what is only exported.
        """
        now = self._clock()
        catalog = build.catalog
        if catalog.version is None:
            catalog.version = now // 1_000_000_000
        catalog.uuid = uuid
        identity = CatalogIdentity(catalog.version, uuid, now)
        content = catalog_content(build, has_edges=self._store.has_edges)
        self._store.submit(catalog_command(content, identity, self._producer))

    def store_report(self, report: Mapping[str, object]) -> None:
        """Store the report of the run. Raises StoreError."""
        command = report_command(
            report,
            self._producer,
            self._clock(),
            includes_unchanged=self._store.includes_unchanged,
        )
        self._store.submit(command)
