"""The order in which a graph of relationships is visited, and its cycles."""

from __future__ import annotations

from duckrow.graph.order import Walk, has_cycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.apply.order import Relationships, Whit
    from duckrow.puppet.apply.ral_catalog import Node


def walk_over(graph: Relationships) -> Walk:
    """Begin a walk over the nodes of a graph of relationships."""
    return Walk(graph.outgoing, graph.incoming, graph.priorities, graph.live())


def visit_order(graph: Relationships) -> Iterator[Node | Whit]:
    """Return all nodes in the order in which they would be visited."""
    walk = walk_over(graph)
    while (number := walk.take()) is not None:
        yield graph.nodes[number]
        walk.finish(number)


def find_cycles(graph: Relationships) -> list[list[Node | Whit]]:
    """Return the tangles of a graph, each sorted by reference, as the reference lists them."""
    if not has_cycle(graph.outgoing, graph.incoming, graph.live()):
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
