"""Attributes of bodies of the kind classes."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, COUNT, IDENTITY, NAME, SCOPE

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "cancel_kept": ("slist", NAME),
    "cancel_notkept": ("slist", NAME),
    "cancel_repaired": ("slist", NAME),
    "failed_returncodes": ("slist", IDENTITY),
    "inherit_from": ("body", None),
    "kept_returncodes": ("slist", IDENTITY),
    "meta": ("slist", ANYTHING),
    "persist_time": ("int", COUNT),
    "promise_kept": ("slist", NAME),
    "promise_repaired": ("slist", NAME),
    "repair_denied": ("slist", NAME),
    "repair_failed": ("slist", NAME),
    "repair_timeout": ("slist", NAME),
    "repaired_returncodes": ("slist", IDENTITY),
    "scope": ("option", SCOPE),
    "timer_policy": ("option", "absolute,reset"),
}
