"""Attributes of bodies of the kind server."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import (
    ANYTHING,
    BOOLEAN,
    COUNT,
    FACILITY,
    PORT,
    SOME_TEXT,
)

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "allowallconnects": ("slist", ANYTHING),
    "allowciphers": ("string", ANYTHING),
    "allowconnects": ("slist", ANYTHING),
    "allowlegacyconnects": ("slist", ANYTHING),
    "allowtlsversion": ("string", ANYTHING),
    "allowusers": ("slist", ANYTHING),
    "auditing": ("option", BOOLEAN),
    "bindtointerface": ("string", ANYTHING),
    "call_collect_interval": ("int", COUNT),
    "cfruncommand": ("string", SOME_TEXT),
    "collect_window": ("int", COUNT),
    "denybadclocks": ("option", BOOLEAN),
    "denyconnects": ("slist", ANYTHING),
    "dynamicaddresses": ("slist", ANYTHING),
    "hostnamekeys": ("option", BOOLEAN),
    "listen": ("option", BOOLEAN),
    "logallconnections": ("option", BOOLEAN),
    "logencryptedtransfers": ("option", BOOLEAN),
    "maxconnections": ("int", COUNT),
    "port": ("int", PORT),
    "serverfacility": ("option", FACILITY),
    "skipverify": ("slist", ANYTHING, "deprecated"),
    "trustkeysfrom": ("slist", ANYTHING),
    "keycacheTTL": ("int", COUNT, "removed"),
}
