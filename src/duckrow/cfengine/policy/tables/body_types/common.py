"""Attributes of bodies of the kind common."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import (
    ANY_TEXT,
    ANYTHING,
    BOOLEAN,
    CLASS_EXPRESSION,
    COUNT,
    PROTOCOL,
)

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "bundlesequence": ("slist", ANY_TEXT),
    "bwlimit": ("real", COUNT),
    "cache_system_functions": ("option", BOOLEAN),
    "domain": ("string", ANY_TEXT),
    "fips_mode": ("option", BOOLEAN),
    "goal_patterns": ("slist", ANYTHING),
    "ignore_missing_bundles": ("option", BOOLEAN),
    "ignore_missing_inputs": ("option", BOOLEAN),
    "inputs": ("slist", ANY_TEXT),
    "lastseenexpireafter": ("int", COUNT),
    "output_prefix": ("string", ANYTHING),
    "package_inventory": ("slist", ANY_TEXT),
    "package_module": ("string", ANY_TEXT),
    "protocol_version": ("option", PROTOCOL),
    "require_comments": ("option", BOOLEAN),
    "site_classes": ("clist", CLASS_EXPRESSION),
    "syslog_host": ("string", "[a-zA-Z0-9_$(){}.:-]+"),
    "syslog_port": ("int", COUNT),
    "system_log_level": ("string", "(critical|error|warning|notice|info)"),
    "tls_ciphers": ("string", ANYTHING),
    "tls_min_version": ("string", ANYTHING),
    "version": ("string", ANYTHING),
    "host_licenses_paid": ("int", COUNT, "removed"),
}
