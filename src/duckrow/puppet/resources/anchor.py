"""anchor: a position in the order of a catalog, which refreshes pass through."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "anchor",
    properties={},
    parameters={"name": ""},
    summary="A point that others can be ordered by.",
    attribute_help={"name": "What it is called."},
)


class AnchorType(Behaviour):
    """It changes nothing, but passes refreshes on to the resources after it."""

    __slots__ = ()
    providers = ("anchor",)
    can_refresh = True


BEHAVIOUR = AnchorType(TABLE)
