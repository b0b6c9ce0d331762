"""The result of a comparison: equal changes grouped over nodes; nodes that failed come first.

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
OMITTED = "more"  # the title of an order that stands for those that are left out
_WHOLE = ("+", "-")  # a resource that comes or goes
_VARIATION = ("varies", "varying")  # whether its values vary, and which attributes
ABOUT = (ERROR, RESOURCE, CLASS, DATA, ORDER, CYCLE, RACE)


class Group:
    """Items that the same nodes have."""

    __slots__ = ("items", "nodes")

    def __init__(self, items: list[Item], nodes: list[str]) -> None:
        self.items = items
        self.nodes = nodes

    @property
    def has_failed(self) -> bool:
        """Whether the nodes have no catalogs to compare."""
        return bool(self.items[0]["about"] == ERROR)


class Report:
    """The differences of all nodes so far. Equal items are held once."""

    __slots__ = ("_items", "counts", "new", "nodes", "old", "seconds", "shows_attributes")

    def __init__(self, old: str, new: str, *, shows_attributes: bool = True) -> None:
        self.shows_attributes = shows_attributes  # of new resources
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
            numbers = known[1]
            is_first = not numbers or result["node"] < self.nodes[numbers[0]]
            numbers.insert(0 if is_first else len(numbers), number)
            if known[0] is not item and item["about"] == RESOURCE and item["diff_type"] in _WHOLE:
                _note_variation(known[0], item)
                if is_first:  # the values are those of the first node by name
                    item |= {name: known[0][name] for name in _VARIATION if name in known[0]}
                    self._items[key] = item, numbers

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
            Group(sorted(items, key=_order), sorted(self.nodes[number] for number in numbers))
            for numbers, items in found.items()
        ]
        groups.sort(key=lambda each: (not each.has_failed, -len(each.nodes), each.nodes))
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


def _note_variation(known: Item, item: Item) -> None:
    """Note which attributes of a whole resource have other values on another node.

    Tags, such as that of a node statement, do not count.
    """
    for side in ("old_value", "new_value"):
        one, other = known[side], item[side]
        if one is other or one is None or other is None or one == other:
            continue
        if {**one, "tags": 0} != {**other, "tags": 0}:
            known["varies"] = True
            values, others = (each.get("parameters") or {} for each in (one, other))
            names = {name for name, value in values.items() if others.get(name) != value}
            names |= others.keys() - values.keys()
            known["varying"] = sorted(names.union(known.get("varying", ())))


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


def error_item(side: str, text: str) -> Item:
    """Return an error of a version: from, to or both; or of the node, such as of its facts."""
    return {"about": ERROR, "side": side, "title": text}
