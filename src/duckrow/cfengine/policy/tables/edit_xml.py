"""The promise types of edit_xml bundles."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING

PROMISE_TYPES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "build_xpath": {},
    "delete_attribute": {},
    "delete_text": {},
    "delete_tree": {},
    "insert_text": {},
    "insert_tree": {},
    "set_attribute": {
        "attribute_value": ("string", ANYTHING),
    },
    "set_text": {},
}
