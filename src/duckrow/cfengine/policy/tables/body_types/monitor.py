"""Attributes of bodies of the kind monitor."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import BOOLEAN, FACILITY, PATH

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "forgetrate": ("real", "0,1"),
    "histograms": ("option", BOOLEAN),
    "monitorfacility": ("option", FACILITY),
    "tcpdump": ("option", BOOLEAN),
    "tcpdumpcommand": ("string", PATH),
}
