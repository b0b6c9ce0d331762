"""Tags of classes and variables."""

from __future__ import annotations

from duckrow.cfengine.values.table_order import texts_in_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def tags_of(tags: Iterable[str], keys: list[str]) -> list[str]:
    """Return the tags in set order; with a key, the values of the tags `key=value`."""
    found = texts_in_order(tags)
    if not keys:
        return found
    start = f"{keys[0]}="
    return [tag.removeprefix(start) for tag in found if tag.startswith(start)]
