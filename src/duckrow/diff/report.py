"""The result of a comparison: equal changes grouped over nodes.

A result of a node is plain data, since it may come from another process or another machine:

    node      its name
    status    same, unchanged (its inputs are the same, so it was compiled once), different, failed
    items     what is different: resources, classes, data, order, cycles, races, errors
"""

from __future__ import annotations

from json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Item = dict[str, Any]
    NodeResult = dict[str, Any]

SAME, UNCHANGED, DIFFERENT, FAILED = "same", "unchanged", "different", "failed"
RESOURCE, CLASS, DATA, ORDER, CYCLE, RACE, ERROR = (
    "resource",
    "class",
    "data",
    "order",
    "cycle",
    "race",
    "error",
)
_WHOLE = ("+", "-")  # a resource that comes or goes
ABOUT = (ERROR, RESOURCE, CLASS, DATA, ORDER, CYCLE, RACE)


class Group:
    """Items that the same nodes have."""

    __slots__ = ("items", "nodes")

    def __init__(self, items: list[Item], nodes: list[str]) -> None:
        self.items = items
        self.nodes = nodes


class Report:
    """The differences of all nodes so far. Equal items are held once."""

    __slots__ = ("_items", "counts", "new", "nodes", "old", "seconds")

    def __init__(self, old: str, new: str) -> None:
        self.old = old
        self.new = new
        self.nodes: list[str] = []
        self.counts = dict.fromkeys((SAME, UNCHANGED, DIFFERENT, FAILED), 0)
        # Each item with the numbers of its nodes, by its text.
        self._items: dict[str, tuple[Item, list[int]]] = {}
        self.seconds = 0.0

    def add(self, result: NodeResult) -> None:
        """Add the result of a node."""
        number = len(self.nodes)
        self.nodes.append(result["node"])
        self.counts[result["status"]] += 1
        for item in result["items"]:
            key = _key(item)
            known = self._items.setdefault(key, (item, []))
            known[1].append(number)
            if item.get("diff_type") in _WHOLE and _values(known[0]) != _values(item):
                known[0]["varies"] = True

    @property
    def is_different(self) -> bool:
        """Whether any node has a difference or failed."""
        return bool(self._items)

    @property
    def has_failed(self) -> bool:
        """Whether the catalog of a node could not be compiled."""
        return self.counts[FAILED] > 0

    def groups(self) -> list[Group]:
        """Return the items of the same nodes together; those of most nodes first."""
        found: dict[tuple[int, ...], list[Item]] = {}
        for item, numbers in self._items.values():
            found.setdefault(tuple(sorted(numbers)), []).append(item)
        groups = [
            Group(sorted(items, key=_order), [self.nodes[number] for number in numbers])
            for numbers, items in found.items()
        ]
        groups.sort(key=lambda each: (-len(each.nodes), each.nodes))
        for group in groups:
            group.nodes.sort()
        return groups

    def to_data(self) -> dict[str, Any]:
        """Return the whole report as plain data."""
        return {
            "from": self.old,
            "to": self.new,
            "nodes": len(self.nodes),
            "counts": self.counts,
            "groups": [
                {"count": len(each.nodes), "nodes": each.nodes, "changes": each.items}
                for each in self.groups()
            ],
        }


def _key(item: Item) -> str:
    """Return a text that equal items share; a whole resource may have other values elsewhere."""
    if item["about"] == RESOURCE and item["diff_type"] in _WHOLE:
        left = ("old_value", "new_value")
        item = {name: value for name, value in item.items() if name not in left}
    return dumps(item, sort_keys=True)


def _values(item: Item) -> list[object]:
    """Return the values of a change; tags, such as that of a node statement, do not count."""
    found: list[object] = []
    for value in (item.get("old_value"), item.get("new_value")):
        if isinstance(value, dict):
            value = {name: each for name, each in value.items() if name != "tags"}
        found.append(value)
    return found


def _order(item: Item) -> tuple[int, str, str, str]:
    return (
        ABOUT.index(item["about"]),
        str(item.get("type", "")),
        str(item.get("title") or item.get("relation") != "contains"),
        dumps(item, sort_keys=True),
    )


def result_of(node: str, items: list[Item], status: str = "") -> NodeResult:
    """Return the result of a node."""
    return {"node": node, "status": status or (DIFFERENT if items else SAME), "items": items}
