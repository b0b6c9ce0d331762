"""selmodule: a loadable module of the SELinux policy."""

from __future__ import annotations

from duckrow.puppet.resources.ensurable import Ensurable
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "selmodule",
    properties={
        "ensure": "present absent",
        "syncversion": "true false",
    },
    parameters={
        "name": "",
        "selmoduledir": "",
        "selmodulepath": "",
        "provider": "",
    },
    summary="Loads and unloads a module of the SELinux policy.",
    attribute_help={
        "ensure": "Whether the module is loaded.",
        "syncversion": "Whether it is loaded again when its file has another version.",
        "name": "The name of the module, without .pp.",
        "selmoduledir": "The directory with the file of the module.",
        "selmodulepath": "The file of the module, if it is elsewhere.",
    },
)


class SelmoduleType(Ensurable):
    """A module is loaded from a file, which is managed before it."""

    __slots__ = ()
    providers = ("semodule",)
    defaults = {"selmoduledir": "/usr/share/selinux/targeted"}

    def autorequire(self, desired: Desired) -> Related:
        yield "file", [file_of(desired)]


def file_of(desired: Desired) -> str:
    """Return the file that a module is loaded from."""
    return str(desired["selmodulepath"] or f"{desired['selmoduledir']}/{desired.name}.pp")


BEHAVIOUR = SelmoduleType(TABLE)
