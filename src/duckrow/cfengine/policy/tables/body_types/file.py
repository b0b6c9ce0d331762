"""Attributes of bodies of the kind file."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "inputs": ("slist", ANY_TEXT),
    "namespace": ("string", "[a-zA-Z_][a-zA-Z0-9_]*"),
}
