"""Attributes of insert_lines promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import BOOLEAN

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "expand_scalars": ("option", BOOLEAN),
    "insert_select": ("body", None),
    "insert_type": (
        "option",
        "literal,string,file,file_preserve_block,preserve_block,preserve_all_lines",
    ),
    "location": ("body", None),
    "whitespace_policy": ("olist", "ignore_leading,ignore_trailing,ignore_embedded,exact_match"),
}
