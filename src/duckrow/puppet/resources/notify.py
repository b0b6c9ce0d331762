"""notify: a message in the log of the run."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "notify",
    properties={
        "message": "",
    },
    parameters={
        "withpath": "true false",
        "name": "",
    },
    summary="Puts a message in the log.",
    attribute_help={
        "message": "What is said; the title if nothing else is.",
        "withpath": "Whether the path of the resource stands before the message.",
        "name": "A name for the message.",
    },
)


class NotifyType(Behaviour):
    """Its message is its name, unless it is given."""

    __slots__ = ()
    providers = ("notify",)
    defaults = {"withpath": "false"}

    def default_message(self, desired: Desired) -> str:
        return desired.name


BEHAVIOUR = NotifyType(TABLE)
