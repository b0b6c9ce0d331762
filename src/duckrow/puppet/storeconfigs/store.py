"""The interface of a store: it answers queries, and takes commands.

A query is JSON: the AST of PuppetDB, or PQL as a string. Both kinds of store, PuppetDB and our own,
answer a query with rows, and acknowledge a command when they will not lose it.
"""

from __future__ import annotations

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# The commands of a run, each with the version of its payload.
REPLACE_FACTS = "replace_facts", 5
REPLACE_CATALOG = "replace_catalog", 9
REPLACE_CATALOG_INPUTS = "replace_catalog_inputs", 1
STORE_REPORT = "store_report", 8
DEACTIVATE_NODE = "deactivate_node", 3


class StoreError(InputError, ValueError):
    """A store that does not answer, or rejects a query or a command.

    To a compile it is a world that cannot answer: a ValueError.
    """


class Command:
    """A command about a node."""

    __slots__ = ("_payload", "certname", "name", "time_ns", "version")

    def __init__(
        self,
        kind: tuple[str, int],
        certname: str,
        payload: Mapping[str, object],
        time_ns: int,
    ) -> None:
        self.name, self.version = kind
        self.certname = certname
        self._payload = payload
        self.time_ns = time_ns  # when it was made

    @property
    def payload(self) -> Mapping[str, object]:
        """What it carries."""
        return self._payload


class Store:
    """A store."""

    __slots__ = ("has_edges", "includes_unchanged")

    def __init__(self) -> None:
        self.has_edges = True  # whether it wants the edges of catalogs
        self.includes_unchanged = False  # whether it wants resources that nothing happened to

    def ask(self, question: str, query: str) -> object:
        """Answer a question of a compile, whose query is JSON. Raises StoreError."""
        from json import loads

        asked = loads(query)
        return self.resources(asked) if question == "resources" else self.query(asked)

    def resources(self, query: object) -> list[dict[str, object]]:
        """Return the resources that a query in AST selects. Raises StoreError."""
        raise NotImplementedError

    def query(self, query: object) -> object:
        """Return the answer to a query in PQL, or in AST with the entity. Raises StoreError."""
        raise NotImplementedError

    def submit(self, command: Command) -> None:
        """Give the store a command. Raises StoreError if it does not take it."""
        raise NotImplementedError

    def close(self) -> None:
        """Close connections."""


def wire_time(nanoseconds: int) -> str:
    """Write a moment as commands carry it: in UTC, with milliseconds."""
    from time import gmtime, strftime

    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return f"{strftime('%Y-%m-%dT%H:%M:%S', gmtime(seconds))}.{rest // 1_000_000:03d}Z"
