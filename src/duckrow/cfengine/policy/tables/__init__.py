"""The words of the policy language: promise types, bodies, attributes and functions.

The tables are split by theme; a module is imported when one of its tables is first used.
"""

from __future__ import annotations

# The module of this package that holds each promise type.
PROMISE_TYPES: dict[str, str] = {
    "access": "server",
    "build_xpath": "edit_xml",
    "classes": "common",
    "commands": "commands",
    "databases": "system",
    "defaults": "common",
    "delete_attribute": "edit_xml",
    "delete_lines": "edit_line",
    "delete_text": "edit_xml",
    "delete_tree": "edit_xml",
    "field_edits": "edit_line",
    "files": "files",
    "guest_environments": "system",
    "insert_lines": "edit_line",
    "insert_text": "edit_xml",
    "insert_tree": "edit_xml",
    "measurements": "server",
    "meta": "common",
    "methods": "commands",
    "packages": "packages",
    "processes": "commands",
    "replace_patterns": "edit_line",
    "reports": "common",
    "roles": "server",
    "services": "system",
    "set_attribute": "edit_xml",
    "set_text": "edit_xml",
    "storage": "system",
    "users": "system",
    "vars": "common",
}
# The module of this package that holds each kind of body.
BODIES: dict[str, str] = {
    "acl": "files",
    "action": "common",
    "agent": "control",
    "changes": "files",
    "classes": "common",
    "common": "control",
    "contain": "commands",
    "copy_from": "files",
    "database_server": "system",
    "delete": "files",
    "delete_select": "edit_line",
    "depth_search": "files",
    "edit_defaults": "files",
    "edit_field": "edit_line",
    "environment_interface": "system",
    "environment_resources": "system",
    "executor": "control",
    "file": "control",
    "file_select": "files",
    "hub": "control",
    "insert_select": "edit_line",
    "link_from": "files",
    "location": "edit_line",
    "match_value": "server",
    "monitor": "control",
    "mount": "system",
    "package_method": "packages",
    "package_module": "packages",
    "password": "system",
    "perms": "files",
    "printfile": "common",
    "process_count": "commands",
    "process_select": "commands",
    "rename": "files",
    "replace_with": "edit_line",
    "report_data_select": "server",
    "runagent": "control",
    "select_region": "edit_line",
    "server": "control",
    "service_method": "system",
    "volume": "system",
}
_BODY_KINDS = frozenset(BODIES)


def body_kinds() -> frozenset[str]:
    """Return the built-in kinds of bodies."""
    return _BODY_KINDS
