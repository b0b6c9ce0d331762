"""The order in which a graph of relationships is visited, and its cycles.

Of the nodes that wait for nothing, the one with the lowest priority goes first. Nodes may be added
while the graph is walked: each that is finished frees those that waited for it alone.
"""

from __future__ import annotations

import heapq

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.apply.order import Priority, Relationships, Whit
    from duckrow.puppet.apply.ral_catalog import Node


class Walk:
    """One walk over a graph: who is free to go, who is done.

    `take` gives the next node; `finish` says that it is done; `defer` puts it off until something
    else was done, and `deferred` holds what was put off with nothing else left to do.
    """

    __slots__ = ("_deferred", "_free", "_has_progress", "_queued", "_waiting", "done", "graph")

    def __init__(self, graph: Relationships) -> None:
        self.graph = graph
        self.done: set[int] = set()
        self._free: list[tuple[Priority, int]] = []
        self._queued: set[int] = set()
        self._deferred: list[int] = []
        self._has_progress = False
        self._waiting = [len(sources) for sources in graph.incoming]
        for number in graph.live():
            if not self._waiting[number]:
                self._push(number)

    def _push(self, number: int) -> None:
        heapq.heappush(self._free, (self.graph.priorities[number], number))
        self._queued.add(number)

    def take(self) -> int | None:
        """Return the next node, or None when no more can go."""
        while True:
            while self._free:
                number = heapq.heappop(self._free)[1]
                if number in self._queued:  # else it has to wait again
                    self._queued.discard(number)
                    return number
            if not self._deferred or not self._has_progress:
                return None
            self._has_progress = False
            for number in self._deferred:
                self._push(number)
            self._deferred.clear()

    def defer(self, number: int) -> None:
        """Put a node off."""
        self._deferred.append(number)

    def take_deferred(self) -> list[int]:
        """Return what was put off and will not become possible."""
        found, self._deferred = self._deferred, []
        return found

    def finish(self, number: int) -> None:
        """Note that a node is done."""
        self._has_progress = True
        self.done.add(number)
        waiting = self._waiting
        for target in self.graph.outgoing[number]:
            waiting[target] -= 1
            if waiting[target] <= 0 and target not in self.done:
                self._push(target)

    def refresh(self) -> None:
        """Count anew who waits for whom, after nodes and edges were added."""
        graph, done = self.graph, self.done
        self._waiting = [
            sum(source not in done for source in sources) for sources in graph.incoming
        ]
        self._queued = {number for number in self._queued if not self._waiting[number]}

    def add_free(self, number: int) -> None:
        """Let an added node go if it waits for nothing."""
        if not self._waiting[number]:
            self._push(number)


def visit_order(graph: Relationships) -> Iterator[Node | Whit]:
    """Return all nodes in the order in which they would be visited."""
    walk = Walk(graph)
    while (number := walk.take()) is not None:
        yield graph.nodes[number]
        walk.finish(number)


def find_cycles(graph: Relationships) -> list[list[Node | Whit]]:
    """Return the tangles of a graph, each sorted by reference, as the reference lists them."""
    if len(list(_all_free(graph))) == len(graph.live()):
        return []
    from duckrow.graph.cycles import components_by_number

    successors = [list(targets) for targets in graph.outgoing]
    found = []
    for component in components_by_number(successors):
        first = component[0]
        if len(component) > 1 or first in successors[first]:
            found.append(sorted((graph.nodes[each] for each in component), key=_reference))
    return sorted(found, key=lambda cycle: [node.ref for node in cycle])


def _reference(node: Node | Whit) -> str:
    return node.ref


def _all_free(graph: Relationships) -> Iterator[int]:
    """Return the nodes that are in no cycle and behind none."""
    waiting = [len(sources) for sources in graph.incoming]
    free = [number for number in graph.live() if not waiting[number]]
    while free:
        number = free.pop()
        yield number
        for target in graph.outgoing[number]:
            waiting[target] -= 1
            if not waiting[target]:
                free.append(target)


def way_round(graph: Relationships, cycle: list[Node | Whit]) -> list[Node | Whit]:
    """Return a path along a cycle from its first node until a node comes up for the second time."""
    members = {graph.numbers[node] for node in cycle}
    queue: list[tuple[int, tuple[int, ...]]] = [(graph.numbers[cycle[0]], ())]
    for number, way in queue:  # grows while it is read
        if number in way:
            return [graph.nodes[each] for each in (*way, number)]
        if len(queue) > 100_000:
            break
        queue += [
            (target, (*way, number)) for target in graph.outgoing[number] if target in members
        ]
    return cycle


def cycles_text(graph: Relationships, cycles: list[list[Node | Whit]]) -> str:
    """Write the message about cycles, in the reference's words."""
    count = len(cycles)
    text = f"Found {count} dependency cycle{'s' if count > 1 else ''}:\n"
    for cycle in cycles:
        text += f"({' => '.join(map(str, way_round(graph, cycle)))})\\n"
    return (
        f"{text}Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or "
        "GraphViz"
    )
