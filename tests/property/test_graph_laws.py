"""Laws of graphs, over graphs of up to eight nodes."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from duckrow.graph.cycles import components, cycles
from duckrow.graph.graph import Graph
from duckrow.graph.order import Walk, has_cycle

_NODE = st.integers(0, 7)
_EDGES = st.lists(st.tuples(_NODE, _NODE), max_size=20)


def order(graph: Graph[int]) -> list[int]:
    """Walk over a graph, of the free nodes the one that was added first."""
    incoming: list[list[int]] = [[] for _ in graph.nodes]
    for source, targets in enumerate(graph.successors):
        for target in targets:
            incoming[target].append(source)
    numbers = range(len(graph.nodes))
    walk = Walk(graph.successors, incoming, [(each,) for each in numbers], numbers)
    visited = []
    while (number := walk.take()) is not None:
        visited.append(graph.nodes[number])
        walk.finish(number)
    assert has_cycle(graph.successors, incoming, numbers) is (len(visited) < len(graph.nodes))
    return visited


def _reaches(edges: list[tuple[int, int]]) -> dict[int, set[int]]:
    """Tell for each node which ones can be reached by one step or more."""
    reached: dict[int, set[int]] = {node: set() for node in range(8)}
    for source, target in edges:
        reached[source].add(target)
    for middle in range(8):
        for node in range(8):
            if middle in reached[node]:
                reached[node] |= reached[middle]
    return reached


@given(_EDGES)
def test_order_visits_each_free_node_once_and_sources_first(edges: list[tuple[int, int]]) -> None:
    reached = _reaches(edges)
    tangled = {node for node in range(8) if node in reached[node]}
    behind = {node for source in tangled for node in reached[source]}
    visited = order(Graph(range(8), edges))
    assert sorted(visited) == sorted(set(range(8)) - tangled - behind)
    position = {node: place for place, node in enumerate(visited)}
    for source, target in edges:
        if target in position:
            assert position[source] < position[target]


@given(_EDGES)
def test_order_is_the_smallest_by_declaration(edges: list[tuple[int, int]]) -> None:
    small = [(source % 5, target % 5) for source, target in edges if source % 5 != target % 5]
    visited = order(Graph(range(5), small))
    if len(visited) == 5:
        fitting = (
            list(way)
            for way in permutations(range(5))
            if all(way.index(source) < way.index(target) for source, target in small)
        )
        assert visited == next(fitting)


@given(_EDGES)
def test_components_hold_what_reaches_each_other(edges: list[tuple[int, int]]) -> None:
    reached = _reaches(edges)
    for component in components(Graph(range(8), edges)):
        for node in range(8):
            is_mutual = node in reached[component[0]] and component[0] in reached[node]
            assert (node in component) == (is_mutual or node == component[0])


@given(_EDGES)
def test_cycles_are_cycles_and_none_is_shorter(edges: list[tuple[int, int]]) -> None:
    graph = Graph(range(8), edges)
    found = cycles(graph)
    tangles = [c for c in components(graph) if len(c) > 1 or graph.has_edge(c[0], c[0])]
    assert len(found) == len(tangles)
    for cycle, tangle in zip(found, tangles, strict=True):
        assert cycle[0] == min(cycle)
        assert len(set(cycle)) == len(cycle)
        for source, target in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            assert graph.has_edge(source, target)
        assert len(cycle) == min(_girth(graph, node) for node in tangle)


def _girth(graph: Graph[int], start: int) -> int:
    level, length, seen = set(graph.targets(start)), 1, set[int]()
    while start not in level:
        seen |= level
        level = {target for node in level for target in graph.targets(node)} - seen
        length += 1
        if not level:
            return 99
    return length
