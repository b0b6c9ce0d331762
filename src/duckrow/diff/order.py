"""Changes of the effective order: what is certain to come before what, and cycles.

The order is the reachability in the graph of relationships, which containers, arrows, automatic
relationships and attributes make together. Of the pairs that only one catalog orders, those are
shown that no other one of them implies: a new arrow between two classes is one pair, not a pair for
each of their resources.
"""

from __future__ import annotations

from duckrow.diff.report import CYCLE, ORDER
from duckrow.puppet.apply.order import Whit
from duckrow.puppet.apply.walk import find_cycles, visit_order, way_round

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from duckrow.diff.report import Item
    from duckrow.puppet.apply.order import Relationships

    Key = tuple[str, str]
    Shorten = Callable[[str | None], str | None]

MOST_PAIRS = 100  # pairs in a result


class Order:
    """The order of a catalog: for each node a set of the nodes that come later, as bits."""

    __slots__ = ("cycles", "graph", "keys", "numbers")

    def __init__(self, graph: Relationships) -> None:
        self.graph = graph
        self.numbers = {_key(graph.nodes[number]): number for number in graph.live()}
        self.keys = set(self.numbers)
        self.cycles = [
            [str(each) for each in way_round(graph, cycle)] for cycle in find_cycles(graph)
        ]

    def later(self, bits: dict[Key, int]) -> dict[Key, int]:
        """Return for each key the bits of those that come later."""
        found: dict[int, int] = {}
        own = [bits.get(_key(node), 0) for node in self.graph.nodes]
        numbers = self.graph.numbers
        for node in reversed(list(visit_order(self.graph))):
            number = numbers[node]
            mask = 0
            for target in self.graph.outgoing[number]:
                mask |= found[target] | own[target]
            found[number] = mask
        return {key: found[self.numbers[key]] for key in bits}

    def way(self, first: Key, second: Key) -> list[str]:
        """Return a shortest way from one node to another, by name."""
        source, target = self.numbers[first], self.numbers[second]
        came_from = {source: source}
        queue = [source]
        for number in queue:
            if number == target:
                break
            for each in self.graph.outgoing[number]:
                if each not in came_from:
                    came_from[each] = number
                    queue.append(each)
        way = [target]
        while way[-1] != source:
            way.append(came_from[way[-1]])
        names = [_key(self.graph.nodes[each])[1] for each in way[::-1]]
        return [name for place, name in enumerate(names) if not place or names[place - 1] != name]

    def place(self, key: Key) -> tuple[str | None, int | None]:
        """Return where a node is declared."""
        node: Any = self.graph.nodes[self.numbers[key]]
        node = node.of if type(node) is Whit else node
        return node.file, node.line


def _key(node: Any) -> Key:
    """Return the name of a node, and which end of a container it is."""
    if type(node) is Whit:
        return ("end" if node.is_end else "start"), node.of.ref
    return "", node.ref


def order_items(old: Order, new: Order, short: tuple[Shorten, Shorten]) -> list[Item]:
    """List what is different between two orders."""
    items = list(_cycle_items(old, new))
    if old.cycles or new.cycles:
        return items
    keys = sorted(old.keys & new.keys)
    bits = {key: 1 << number for number, key in enumerate(keys)}
    before, after = old.later(bits), new.later(bits)
    for sign, here, there, order in (("+", after, before, new), ("-", before, after, old)):
        for first, second in _pairs(keys, bits, here, there):
            item: Item = {
                "about": ORDER,
                "diff_type": sign,
                "first": first[1],
                "second": second[1],
                "way": order.way(first, second),
            }
            for name, key in (("first", first), ("second", second)):
                for side, its, shorten in (("old", old, short[0]), ("new", new, short[1])):
                    file, line = its.place(key)
                    item[f"{side}_{name}_at"] = f"{shorten(file)}:{line}" if file else None
            items.append(item)
    return items


def _pairs(
    keys: list[Key], bits: dict[Key, int], here: dict[Key, int], there: dict[Key, int]
) -> Iterator[tuple[Key, Key]]:
    """Yield the pairs that only `here` orders, and that no other such pair implies."""
    only = {key: here[key] & ~there[key] for key in keys}
    left = MOST_PAIRS
    for key in keys:
        mine = only[key]
        if not mine:
            continue
        implied = 0
        for other in _members(here[key], keys):
            implied |= only[other]
            if mine & bits[other]:
                implied |= here[other]
        for other in _members(mine & ~implied, keys):
            if other[1] == key[1]:
                continue
            yield key, other
            left -= 1
            if not left:
                return


def _members(mask: int, keys: list[Key]) -> Iterator[Key]:
    while mask:
        low = mask & -mask
        yield keys[low.bit_length() - 1]
        mask ^= low


def _cycle_items(old: Order, new: Order) -> Iterator[Item]:
    before = {_turned(cycle) for cycle in old.cycles}
    after = {_turned(cycle) for cycle in new.cycles}
    for cycle in sorted(before ^ after):
        sign = "+" if cycle in after else "-"
        yield {"about": CYCLE, "diff_type": sign, "cycle": [*cycle, cycle[0]]}


def _turned(cycle: list[str]) -> tuple[str, ...]:
    """Return a cycle that begins with its first name, so that equal ones are equal."""
    if len(cycle) > 1 and cycle[0] == cycle[-1]:
        cycle = cycle[:-1]
    names = [name for place, name in enumerate(cycle) if name != cycle[place - 1]] or cycle[:1]
    start = names.index(min(names))
    return tuple(names[start:] + names[:start])
