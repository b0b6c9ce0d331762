"""Attributes of bodies of the kind action."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import (
    ANYTHING,
    BOOLEAN,
    COUNT,
    LOG_LEVEL,
    LOG_TARGET,
    REAL,
)

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "action_policy": ("option", "fix,warn,nop"),
    "audit": ("option", BOOLEAN),
    "background": ("option", BOOLEAN),
    "expireafter": ("int", COUNT),
    "ifelapsed": ("int", COUNT),
    "inherit_from": ("body", None),
    "log_failed": ("string", LOG_TARGET),
    "log_kept": ("string", LOG_TARGET),
    "log_level": ("option", LOG_LEVEL),
    "log_priority": ("option", "emergency,alert,critical,error,warning,notice,info,debug"),
    "log_repaired": ("string", LOG_TARGET),
    "log_string": ("string", ANYTHING),
    "measurement_class": ("string", ANYTHING),
    "meta": ("slist", ANYTHING),
    "report_level": ("option", LOG_LEVEL),
    "value_kept": ("real", REAL, "removed"),
    "value_notkept": ("real", REAL, "removed"),
    "value_repaired": ("real", REAL, "removed"),
}
