"""Hashes that are written in a manifest: {key => value}."""

from __future__ import annotations

from duckrow.ruby.values.keys import to_key


def make_hash(*parts: object) -> dict[object, object]:
    """Make a hash of keys and values in turn. A key that comes again keeps its first position."""
    made = {}
    for i in range(0, len(parts), 2):
        key = parts[i]
        made[key if type(key) is str else to_key(key)] = parts[i + 1]
    return made
