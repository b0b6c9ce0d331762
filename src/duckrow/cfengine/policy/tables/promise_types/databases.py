"""Attributes of databases promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "database_columns": ("slist", ANY_TEXT),
    "database_operation": ("option", "create,delete,drop,cache,verify,restore"),
    "database_rows": ("slist", ".*,.*"),
    "database_server": ("body", None),
    "database_type": ("option", "sql,ms_registry"),
    "registry_exclude": ("slist", ANYTHING),
}
