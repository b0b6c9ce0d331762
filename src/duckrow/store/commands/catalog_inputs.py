"""replace catalog inputs: what a compile looked up, such as keys of Hiera."""

from __future__ import annotations

from hashlib import sha1

from orjson import dumps

from duckrow.store.commands.checks import (
    InvalidCommandError,
    a_list,
    a_string,
    a_time,
    check_fields,
    maybe,
    time_in,
)
from duckrow.store.commands.command import Command
from duckrow.store.commands.nodes import active_node_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.store.database.session import Session

_FIELDS = {"certname": a_string, "catalog_uuid": a_string, "inputs": a_list}
_OPTIONAL = {"producer_timestamp": maybe(a_time)}


class ReplaceCatalogInputs(Command):
    """The inputs of a node's catalog in place of earlier ones."""

    __slots__ = ("catalog_uuid", "hash", "inputs")

    name = "replace catalog inputs"

    def __init__(self, payload: object, _version: int, received: int) -> None:
        """Check a payload. Raises InvalidCommandError."""
        data = check_fields(payload, _FIELDS, _OPTIONAL, "the catalog inputs")
        when = data.get("producer_timestamp")
        produced = received if when is None else time_in(str(when))
        super().__init__(str(data["certname"]), produced, received)
        self.catalog_uuid = data["catalog_uuid"]
        inputs = data["inputs"]
        assert isinstance(inputs, list)
        found: set[tuple[str, str]] = set()
        for each in inputs:
            match each:
                case [str(type_), str(name)]:
                    found.add((type_, name))
                case _:
                    raise InvalidCommandError(
                        "'inputs' of the catalog inputs is not a list of type and name"
                    )
        self.inputs = sorted(found)
        self.hash = sha1(dumps(self.inputs)).hexdigest()  # noqa: S324

    def write(self, session: Session) -> None:
        """Write the inputs, unless those of a newer catalog are stored."""
        if not self.inputs:
            return
        node = active_node_id(session, self.certname, self.producer_timestamp)
        query = "SELECT catalog_inputs_timestamp, catalog_inputs_hash FROM certnames WHERE id = ?"
        found = session.execute(query, (node,)).fetchone()
        assert found is not None
        stored, digest = found
        dialect = session.dialect
        if stored is not None and dialect.microseconds(stored) >= self.producer_timestamp:
            return
        if digest != self.hash:
            session.execute("DELETE FROM catalog_inputs WHERE certname_id = ?", (node,))
            session.execute_many(
                "INSERT INTO catalog_inputs (certname_id, type, name) VALUES (?, ?, ?)",
                [(node, *each) for each in self.inputs],
            )
        session.execute(
            "UPDATE certnames SET catalog_inputs_uuid = ?, catalog_inputs_timestamp = ?,"
            " catalog_inputs_hash = ? WHERE id = ?",
            (self.catalog_uuid, dialect.time(self.producer_timestamp), self.hash, node),
        )
