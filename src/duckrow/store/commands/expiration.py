"""configure expiration: whether the facts of a node expire."""

from __future__ import annotations

from duckrow.store.commands.checks import (
    a_flag,
    a_hash,
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


class ConfigureExpiration(Command):
    """Whether a node may expire."""

    __slots__ = ("expires_facts",)

    name = "configure expiration"

    def __init__(self, payload: object, _version: int, received: int) -> None:
        """Check a payload. Raises InvalidCommandError."""
        fields = {"certname": a_string, "expire": a_hash}
        optional = {"producer_timestamp": maybe(a_time)}
        data = check_fields(payload, fields, optional, "the expiration")
        expire = check_fields(data["expire"], {"facts": a_flag}, {}, "'expire' of the expiration")
        when = data.get("producer_timestamp")
        produced = received if when is None else time_in(str(when))
        super().__init__(str(data["certname"]), produced, received)
        self.expires_facts = expire["facts"] is True

    def write(self, session: Session) -> None:
        """Write it, unless something newer is stored."""
        node = active_node_id(session, self.certname, self.producer_timestamp)
        when = session.dialect.time(self.producer_timestamp)
        session.execute(
            "UPDATE certnames SET expires_facts = ?, expires_facts_updated = ? WHERE id = ?"
            " AND (expires_facts_updated IS NULL OR expires_facts_updated < ?)",
            (self.expires_facts, when, node, when),
        )
