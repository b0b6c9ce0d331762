"""Relationships as attributes write them down: require, subscribe, before, notify."""

from __future__ import annotations

from duckrow.puppet.runtime.definition import IS_RELATION, RELATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def relations_of(parameters: Mapping[str, object]) -> dict[str, list[Any]]:
    """Return the relationships among attributes, each as a list."""
    if IS_RELATION.isdisjoint(parameters):
        return {}
    from duckrow.puppet.runtime.flatten import flattened

    found = {}
    for name in RELATIONS:
        value = parameters.get(name)
        if value is not None:
            found[name] = [item for item in flattened(value) if item is not None]
    return found


def relation_text(value: object) -> str:
    """Write the reference of an item of a relationship."""
    if type(value) is str:
        return value
    from duckrow.puppet.catalog.references import reference_text

    return reference_text(value)
