"""Topological order of a graph of numbers.

A node is ready when all its predecessors are done. Of the ready nodes, the one with the lowest
priority is first. Nodes and edges may be added during the walk.
"""

from __future__ import annotations

import heapq

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    Edges = Sequence[Collection[int]]


class Walk:
    """One walk over a graph: which nodes are ready, and which are done.

    `outgoing[i]` lists the successors of node i, `incoming[i]` its predecessors. `take` returns the
    next node and `finish` marks it as done. `defer` postpones a node until another node is done;
    `take_deferred` returns the postponed nodes when no other node is left.
    """

    __slots__ = (
        "_deferred",
        "_free",
        "_has_progress",
        "_incoming",
        "_outgoing",
        "_priorities",
        "_queued",
        "_waiting",
        "done",
    )

    def __init__(
        self,
        outgoing: Edges,
        incoming: Edges,
        priorities: Sequence[tuple[int, ...]],
        nodes: Iterable[int],
    ) -> None:
        self._outgoing = outgoing
        self._incoming = incoming
        self._priorities = priorities
        self.done: set[int] = set()
        self._free: list[tuple[tuple[int, ...], int]] = []
        self._queued: set[int] = set()
        self._deferred: list[int] = []
        self._has_progress = False
        self._waiting = [len(sources) for sources in incoming]
        for number in nodes:
            self.add_free(number)

    def _push(self, number: int) -> None:
        heapq.heappush(self._free, (self._priorities[number], number))
        self._queued.add(number)

    def take(self) -> int | None:
        """Return the next node, or None if no node is ready."""
        while True:
            while self._free:
                number = heapq.heappop(self._free)[1]
                if number in self._queued:  # otherwise the node waits again
                    self._queued.discard(number)
                    return number
            if not self._deferred or not self._has_progress:
                return None
            self._has_progress = False
            for number in self._deferred:
                self._push(number)
            self._deferred.clear()

    def defer(self, number: int) -> None:
        """Postpone a node."""
        self._deferred.append(number)

    def take_deferred(self) -> list[int]:
        """Return the postponed nodes that can never become ready."""
        found, self._deferred = self._deferred, []
        return found

    def finish(self, number: int) -> None:
        """Mark a node as done."""
        self._has_progress = True
        self.done.add(number)
        waiting = self._waiting
        for target in self._outgoing[number]:
            waiting[target] -= 1
            if waiting[target] <= 0 and target not in self.done:
                self._push(target)

    def refresh(self) -> None:
        """Count predecessors again, after nodes and edges were added."""
        done = self.done
        self._waiting = [
            sum(source not in done for source in sources) for sources in self._incoming
        ]
        self._queued = {number for number in self._queued if not self._waiting[number]}

    def add_free(self, number: int) -> None:
        """Make a node ready if it waits for no other node."""
        if not self._waiting[number]:
            self._push(number)


def has_cycle(outgoing: Edges, incoming: Edges, nodes: Collection[int]) -> bool:
    """Return whether some nodes can never become ready, because they wait for each other."""
    waiting = [len(sources) for sources in incoming]
    free = [number for number in nodes if not waiting[number]]
    count = 0
    while free:
        number = free.pop()
        count += 1
        for target in outgoing[number]:
            waiting[target] -= 1
            if not waiting[target]:
                free.append(target)
    return count < len(nodes)
