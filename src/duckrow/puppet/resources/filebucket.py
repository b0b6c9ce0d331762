"""filebucket: a store that keeps earlier content of files."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "filebucket",
    properties={},
    parameters={
        "name": "",
        "server": "",
        "port": "",
        "path": "",
    },
    summary="Names a place where old contents of files are kept.",
    attribute_help={
        "name": "What the bucket is called.",
        "server": "A server that keeps contents, for an agent, if path is false.",
        "port": "The port of that server.",
        "path": "A directory of one's own for contents.",
    },
)


class FilebucketType(Behaviour):
    """A file bucket."""

    __slots__ = ()
    providers = ("filebucket",)

    def munge_path(self, desired: Desired, value: object) -> object:
        if type(value) is list:
            raise ValueError("You can only have one filebucket path")
        if type(value) is str and not value.startswith("/"):
            raise ValueError("Filebucket paths must be absolute")
        return value


BEHAVIOUR = FilebucketType(TABLE)
