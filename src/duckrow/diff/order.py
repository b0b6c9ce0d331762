"""Changes of the effective order: which resource is certain to come before which, and cycles.

The order is the reachability in the graph of relationships, which containers, arrows, automatic
relationships and attributes make together. Only resources that both catalogs have are compared.
Of the pairs that only one catalog orders, a pair that follows from another one is left out. The
others become statements: if the way from one resource to the other leads through the end of a
container and the beginning of another, the statement is about the containers, so a new arrow
between two classes is one line. A class that contains another class only in one catalog is a
statement too.
"""

from __future__ import annotations

from duckrow.diff.order_ways import contents, short_cycle, short_way, way
from duckrow.diff.report import CYCLE, OMITTED, ORDER
from duckrow.puppet.apply.order import Whit
from duckrow.puppet.apply.walk import find_cycles, visit_order, way_round

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from duckrow.diff.report import Item
    from duckrow.puppet.apply.order import Relationships

    Masks = dict[str, int]  # the bits of other resources, by resource
    Shorten = Callable[[str | None], str | None]

MOST_STATEMENTS = 100  # of each sign in a result
BEFORE, CONTAINS = "before", "contains"


class Order:
    """The order of a catalog."""

    __slots__ = ("_inside", "containers", "cycles", "graph", "resources")

    def __init__(self, graph: Relationships) -> None:
        self.graph = graph
        self.resources: dict[str, int] = {}  # numbers by name
        self.containers: dict[str, tuple[int, int]] = {}  # numbers of beginning and end, by name
        for number in graph.live():
            node = graph.nodes[number]
            if type(node) is not Whit:
                self.resources[node.ref] = number
            elif not node.is_end:
                self.containers[node.of.ref] = number, number + 1
        self.cycles = [short_cycle(way_round(graph, cycle)) for cycle in find_cycles(graph)]
        self._inside: dict[str, list[str]] = {}

    def later(self, bits: dict[str, int]) -> Masks:
        """Return for each resource with a bit the bits of those that come later."""
        graph, numbers = self.graph, self.graph.numbers
        own = [0] * len(graph.nodes)
        for name, bit in bits.items():
            own[self.resources[name]] = bit
        found: dict[int, int] = {}
        for node in reversed(list(visit_order(graph))):
            number = numbers[node]
            mask = 0
            for target in graph.outgoing[number]:
                mask |= found[target] | own[target]
            found[number] = mask
        return {name: found[self.resources[name]] for name in bits}

    def inside(self, name: str) -> list[str]:
        """Return the resources in a container, or a resource itself."""
        found = self._inside.get(name)
        if found is None:
            ends = self.containers.get(name)
            found = [name] if ends is None else contents(self.graph, ends[0])
            self._inside[name] = found
        return found

    def contained_classes(self) -> set[tuple[str, str]]:
        """Return the pairs of classes of which the first contains the second."""
        nodes = self.graph.nodes
        return {
            (name, nodes[target].of.ref)  # type: ignore[union-attr]
            for name, (start, end) in self.containers.items()
            for target in self.graph.outgoing[start]
            if target != end and _is_class(nodes[start]) and _is_class(nodes[target])
        }

    def number(self, name: str, *, is_end: bool = False) -> int | None:
        """Return the number of a resource, or of the beginning or the end of a container."""
        ends = self.containers.get(name)
        return self.resources.get(name) if ends is None else ends[is_end]

    def place(self, name: str) -> tuple[str | None, int | None]:
        """Return where a resource or a container is declared."""
        number = self.number(name)
        if number is None:
            return None, None
        node: Any = self.graph.nodes[number]
        node = node.of if type(node) is Whit else node
        return node.file, node.line


def _is_class(node: object) -> bool:
    return type(node) is Whit and node.of.type.lower() == "class"


class _Statements:
    """What only one of two catalogs orders, in few statements."""

    __slots__ = ("_bits", "_here", "_masks", "_there", "names")

    def __init__(
        self, orders: tuple[Order, Order], masks: tuple[Masks, Masks], bits: dict[str, int]
    ) -> None:
        self._here, self._there = orders
        self._masks = masks
        self._bits = bits
        self.names = list(bits)

    def __iter__(self) -> Iterator[tuple[str, str, list[str]]]:
        """Yield what comes first, what comes second, and the way between them."""
        covered = dict.fromkeys(self.names, 0)
        for first, second in self._pairs():
            if covered[first] & self._bits[second]:
                continue
            statement = self._widest(first, second)
            mask = self._mask(self._here, statement[1])
            for name in self._here.inside(statement[0]):
                if name in covered:
                    covered[name] |= mask
            yield statement

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs of which no other such pair makes them follow."""
        here, there = self._masks
        only = {name: here[name] & ~there[name] for name in self.names}
        for name in self.names:
            mine = only[name]
            if not mine:
                continue
            implied = 0
            for other in _members(here[name], self.names):
                implied |= only[other]
                if mine & self._bits[other]:
                    implied |= here[other]
            for other in _members(mine & ~implied, self.names):
                yield name, other

    def _widest(self, first: str, second: str) -> tuple[str, str, list[str]]:
        """Return the widest statement that has a pair and that holds in one catalog only."""
        numbers = self._here.resources[first], self._here.resources[second]
        steps = way(self._here.graph, *numbers)
        nodes = self._here.graph.nodes
        up = 0
        while type(nodes[steps[up + 1]]) is Whit and nodes[steps[up + 1]].is_end:  # type: ignore[union-attr]
            up += 1
        down = len(steps) - 1
        while down - 1 > up and _begins(nodes[steps[down - 1]]):
            down -= 1
        widest = sorted(
            ((start, end) for start in range(up + 1) for end in range(down, len(steps))),
            key=lambda each: (each[1] - each[0], each[0]),
        )
        for start, end in widest:
            ends = [_name(nodes[steps[each]]) for each in (start, end)]
            if not self._held(*ends):
                break
        return ends[0], ends[1], short_way([nodes[each] for each in steps[start : end + 1]])

    def _held(self, first: str, second: str) -> bool:
        """Return whether the other catalog orders all of these too."""
        earlier = [name for name in self._there.inside(first) if name in self._bits]
        mask = self._mask(self._there, second)
        if not earlier or not mask:  # a container that was empty
            ends = self._there.number(first, is_end=True), self._there.number(second)
            return None not in ends and bool(way(self._there.graph, *ends))  # type: ignore[arg-type]
        there = self._masks[1]
        return all(not mask & ~there[name] for name in earlier)

    def _mask(self, order: Order, name: str) -> int:
        mask = 0
        for each in order.inside(name):
            mask |= self._bits.get(each, 0)
        return mask


def _begins(node: Any) -> bool:
    return type(node) is Whit and not node.is_end


def _name(node: Any) -> str:
    name: str = node.of.ref if type(node) is Whit else node.ref
    return name


def _members(mask: int, names: list[str]) -> Iterator[str]:
    while mask:
        low = mask & -mask
        yield names[low.bit_length() - 1]
        mask ^= low


def order_items(old: Order, new: Order, short: tuple[Shorten, Shorten]) -> list[Item]:
    """List what is different between two orders."""
    items = list(_cycle_items(old, new))
    if old.cycles or new.cycles:
        return items
    bits = {
        name: 1 << number
        for number, name in enumerate(sorted(old.resources.keys() & new.resources.keys()))
    }
    before, after = old.later(bits), new.later(bits)
    sides = (("old", old, short[0]), ("new", new, short[1]))

    def item(sign: str, relation: str, first: str, second: str, steps: list[str]) -> Item:
        found: Item = {
            "about": ORDER,
            "diff_type": sign,
            "relation": relation,
            "first": first,
            "second": second,
            "way": steps,
        }
        for word, name in (("first", first), ("second", second)):
            for side, order, shorten in sides:
                file, line = order.place(name)
                found[f"{side}_{word}_at"] = f"{shorten(file)}:{line}" if file else None
        return found

    for sign, orders, masks in (
        ("+", (new, old), (after, before)),
        ("-", (old, new), (before, after)),
    ):
        here, there = (each.contained_classes() for each in orders)
        items += [
            item(sign, CONTAINS, *pair, [])
            for pair in sorted(here - there)
            if all(name in orders[1].containers for name in pair)
        ]
        for number, statement in enumerate(_Statements(orders, masks, bits)):
            if number == MOST_STATEMENTS:
                items.append({"about": ORDER, "diff_type": sign, "title": OMITTED})
                break
            items.append(item(sign, BEFORE, *statement))
    return items


def _cycle_items(old: Order, new: Order) -> Iterator[Item]:
    before = {_turned(cycle) for cycle in old.cycles}
    after = {_turned(cycle) for cycle in new.cycles}
    for cycle in sorted(before ^ after):
        sign = "+" if cycle in after else "-"
        yield {"about": CYCLE, "diff_type": sign, "cycle": [*cycle, cycle[0]]}


def _turned(cycle: list[str]) -> tuple[str, ...]:
    """Return a cycle that begins with its first name, so that equal ones are equal."""
    start = cycle.index(min(cycle))
    return tuple(cycle[start:] + cycle[:start])
