"""Users and groups that are named by their numbers."""

from __future__ import annotations

from duckrow.cfengine.values.numbers import saturated


def number_of(name: str) -> int | None:
    """Give the number that digits are, or None for a name."""
    return saturated(name) if name.isascii() and name.isdigit() else None
