"""A command that was checked and can be written."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.store.database.session import Session


class Command:
    """A checked command about a node. Times are in microseconds since 1970.

    `producer_timestamp` is when it was made, `received` when it came.
    """

    __slots__ = ("certname", "producer_timestamp", "received")

    name = ""  # of the kind of command

    def __init__(self, certname: str, producer_timestamp: int, received: int) -> None:
        self.certname = certname
        self.producer_timestamp = producer_timestamp
        self.received = received

    def write(self, session: Session) -> None:
        """Write it; what is stored already and newer stays. May run twice."""
        raise NotImplementedError
