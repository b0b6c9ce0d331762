"""What the reference's policy language has: promise types, attributes, functions."""

from __future__ import annotations

_BODIES = frozenset(
    (
        "acl",
        "action",
        "agent",
        "changes",
        "classes",
        "common",
        "contain",
        "copy_from",
        "database_server",
        "delete",
        "delete_select",
        "depth_search",
        "edit_defaults",
        "edit_field",
        "environment_interface",
        "environment_resources",
        "executor",
        "file",
        "file_select",
        "hub",
        "insert_select",
        "link_from",
        "location",
        "match_value",
        "monitor",
        "mount",
        "package_method",
        "package_module",
        "password",
        "perms",
        "printfile",
        "process_count",
        "process_select",
        "rename",
        "replace_with",
        "report_data_select",
        "runagent",
        "select_region",
        "server",
        "service_method",
        "volume",
    )
)


def body_kinds() -> frozenset[str]:
    """Give the kinds of bodies that are built in."""
    return _BODIES
