"""Attributes of bodies of the kind database_server."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "db_server_connection_db": ("string", ANYTHING),
    "db_server_host": ("string", ANYTHING),
    "db_server_owner": ("string", ANYTHING),
    "db_server_password": ("string", ANYTHING),
    "db_server_type": ("option", "postgres,mysql"),
    "inherit_from": ("body", None),
    "meta": ("slist", ANYTHING),
}
