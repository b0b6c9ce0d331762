"""augeas: changes to the tree that the Augeas library reads from configuration files."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "augeas",
    properties={
        "returns": "",
    },
    parameters={
        "name": "",
        "context": "",
        "onlyif": "",
        "changes": "",
        "root": "",
        "load_path": "",
        "force": "",
        "type_check": "true false",
        "lens": "",
        "incl": "",
        "show_diff": "true false yes no",
        "provider": "",
    },
)


class AugeasType(Behaviour):
    """A lens and the file that it is for come together, or neither does."""

    __slots__ = ()
    providers = ("augeas",)
    defaults = {"root": "/", "type_check": "false", "returns": 0, "show_diff": True}

    def munge_context(self, desired: Desired, value: Any) -> str:
        incl = desired.given.get("incl")
        return f"/files{incl}" if not value and incl else str(value)

    def default_context(self, desired: Desired) -> str:
        return ""

    def munge_show_diff(self, desired: Desired, value: Any) -> bool:
        from duckrow.puppet.resources.behaviour import listed_value

        found: bool = listed_value("true false yes no", value)
        return found

    def validate(self, desired: Desired) -> None:
        if ("lens" in desired) != ("incl" in desired):
            raise ValueError("You must specify both the lens and incl parameters, or neither.")


BEHAVIOUR = AugeasType(TABLE)
