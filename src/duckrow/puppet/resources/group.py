"""group: a group of accounts."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour, account_id
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.puppet.resources.user import number_or_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "group",
    properties={
        "ensure": "present absent",
        "gid": "",
        "members": "",
        "attributes": "",
    },
    parameters={
        "auth_membership": "true false yes no",
        "name": "",
        "allowdupe": "true false yes no",
        "ia_load_module": "",
        "attribute_membership": "inclusive minimum",
        "system": "true false yes no",
        "forcelocal": "true false yes no",
        "provider": "",
    },
    lists=("members",),
    features={
        "members": "manages_members",
        "attributes": "manages_aix_lam",
        "ia_load_module": "manages_aix_lam",
        "forcelocal": "manages_local_users_and_groups",
    },
    summary="Looks after a group of the system.",
    attribute_help={
        "ensure": "Whether the group is there.",
        "gid": "Its number.",
        "members": "Who is in it.",
        "attributes": "Further settings, as NAME=value, where the system has them.",
        "auth_membership": "Whether members is the whole list or only a part of it.",
        "name": "The name of the group.",
        "allowdupe": "Whether another group may have the same number.",
        "ia_load_module": "The module that looks after the group on AIX.",
        "attribute_membership": "Whether attributes is the whole list or only a part of it.",
        "system": "Whether a new group gets a number of the system's range.",
        "forcelocal": "Whether only the files of this host count.",
    },
)


class GroupType(Behaviour):
    """A group; its members may be accounts that do not exist yet."""

    __slots__ = ()
    providers = ("groupadd",)
    defaults = {"ensure": "present", "attribute_membership": "minimum"}

    def munge_gid(self, desired: Desired, value: object) -> object:
        if type(value) is str and value != "absent":
            number = number_or_name("gid", value)
            if type(number) is str:
                raise ValueError(f"Invalid GID {value}")
            return number
        return account_id("gid", value)


BEHAVIOUR = GroupType(TABLE)
