"""Attributes of files promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, BOOLEAN, PATH

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "acl": ("body", None),
    "changes": ("body", None),
    "content": ("string", ANY_TEXT),
    "copy_from": ("body", None),
    "create": ("option", BOOLEAN),
    "delete": ("body", None),
    "depth_search": ("body", None),
    "edit_defaults": ("body", None),
    "edit_line": ("bundle", None),
    "edit_template": ("string", PATH),
    "edit_template_string": ("string", ANY_TEXT),
    "edit_xml": ("bundle", None),
    "file_select": ("body", None),
    "file_type": ("option", "regular,fifo"),
    "link_from": ("body", None),
    "move_obstructions": ("option", BOOLEAN),
    "pathtype": ("option", "literal,regex,guess"),
    "perms": ("body", None),
    "rename": ("body", None),
    "repository": ("string", PATH),
    "template_data": ("data", ANYTHING),
    "template_method": ("option", "cfengine,inline_mustache,mustache"),
    "touch": ("option", BOOLEAN),
    "transformer": ("string", PATH),
}
