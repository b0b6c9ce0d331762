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
)


class NotifyType(Behaviour):
    """Its message is its name, unless it is given."""

    __slots__ = ()
    providers = ("notify",)
    defaults = {"withpath": "false"}

    def default_message(self, desired: Desired) -> str:
        return desired.name


BEHAVIOUR = NotifyType(TABLE)
