"""Relationships as attributes write them down: require, subscribe, before, notify."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

RELATIONS = ("require", "subscribe", "before", "notify")
_RELATIONS = frozenset(RELATIONS)


def relations_of(parameters: Mapping[str, object]) -> dict[str, list[Any]]:
    """Return the relationships among attributes, each as a list."""
    if _RELATIONS.isdisjoint(parameters):
        return {}
    from duckrow.puppet.catalog.flattened import flattened

    found = {}
    for name in RELATIONS:
        value = parameters.get(name)
        if value is not None:
            found[name] = [item for item in flattened(value) if item is not None]
    return found


def relation_text(value: object) -> str:
    """Write what an item of a relationship refers to."""
    if type(value) is str:
        return value
    from duckrow.puppet.catalog.references import reference_text

    return reference_text(value)
