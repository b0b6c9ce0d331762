"""Words about the resource type group."""

SUMMARY = "Looks after a group of the system."

ATTRIBUTES = {
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
}
