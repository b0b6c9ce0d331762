"""Tags of classes and variables."""

from __future__ import annotations

from duckrow.cfengine.values.table_order import texts_in_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def tags_of(tags: Iterable[str], keys: list[str]) -> list[str]:
    """Give the tags in the order of their set; with a key, what follows `key=` in those that do."""
    found = texts_in_order(tags)
    if not keys:
        return found
    start = f"{keys[0]}="
    return [tag.removeprefix(start) for tag in found if tag.startswith(start)]
