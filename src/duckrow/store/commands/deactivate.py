"""deactivate node: hide a node from queries until it gives a sign of life."""

from __future__ import annotations

from duckrow.store.commands.checks import a_string, a_time, check_fields, maybe, time_in
from duckrow.store.commands.command import Command
from duckrow.store.commands.nodes import node_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.store.database.session import Session

_NEWEST = (
    "SELECT producer_timestamp FROM factsets WHERE certname_id = ? UNION ALL"
    " SELECT producer_timestamp FROM catalogs WHERE certname_id = ? UNION ALL"
    " SELECT r.producer_timestamp FROM certnames c JOIN reports r ON r.id = c.latest_report"
    " WHERE c.id = ?"
)


class DeactivateNode(Command):
    """The end of a node."""

    __slots__ = ()

    name = "deactivate node"

    def __init__(self, payload: object, _version: int, received: int) -> None:
        """Check a payload. Raises InvalidCommandError."""
        optional = {"producer_timestamp": maybe(a_time)}
        data = check_fields(payload, {"certname": a_string}, optional, "the deactivation")
        when = data.get("producer_timestamp")
        produced = received if when is None else time_in(str(when))
        super().__init__(str(data["certname"]), produced, received)

    def write(self, session: Session) -> None:
        """Deactivate the node, unless something newer is stored."""
        node = node_id(session, self.certname)
        dialect = session.dialect
        for (newest,) in session.execute(_NEWEST, (node, node, node)).fetchall():
            if dialect.microseconds(newest) > self.producer_timestamp:
                return
        when = dialect.time(self.producer_timestamp)
        session.execute(
            "UPDATE certnames SET deactivated = ? WHERE id = ?"
            " AND (deactivated IS NULL OR deactivated < ?)",
            (when, node, when),
        )
