"""selboolean: a switch of the SELinux policy."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour, listed_value
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "selboolean",
    properties={
        "value": "on off true false",
    },
    parameters={
        "name": "",
        "persistent": "true false",
        "provider": "",
    },
    summary="Switches a boolean of the SELinux policy.",
    attribute_help={
        "value": "on or off.",
        "name": "The name of the boolean.",
        "persistent": "Whether it stays so after a restart.",
    },
)


class SelbooleanType(Behaviour):
    """On or off."""

    __slots__ = ()
    providers = ("getsetsebool",)
    defaults = {"persistent": "false"}

    def munge_value(self, desired: Desired, value: object) -> str:
        word = listed_value(self.table.properties["value"], value)
        return "on" if word in ("on", "true") else "off"


BEHAVIOUR = SelbooleanType(TABLE)
