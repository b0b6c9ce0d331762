"""Ways through a graph of relationships, in which a container is named once.

The graph has a beginning and an end for each container. A reader knows the container alone: what a
way does inside it is left out.
"""

from __future__ import annotations

from duckrow.puppet.apply.order import Whit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.apply.order import Relationships
    from duckrow.puppet.apply.ral_catalog import Node


def contents(graph: Relationships, start: int) -> list[str]:
    """Return the resources in a container, by the number of its beginning."""
    found: list[str] = []
    seen = {start}
    waiting = [start]
    while waiting:
        for target in graph.outgoing[waiting.pop()]:
            node = graph.nodes[target]
            if target in seen:
                continue
            seen.add(target)
            if type(node) is not Whit:
                found.append(node.ref)
            elif not node.is_end:
                waiting.append(target)
    return found


def way(graph: Relationships, source: int, target: int) -> list[int]:
    """Return a shortest way from one node to another; empty if there is none."""
    came_from = {source: source}
    queue = [source]
    for number in queue:  # grows while it is read
        if number == target:
            break
        for each in graph.outgoing[number]:
            if each not in came_from:
                came_from[each] = number
                queue.append(each)
    if target not in came_from:
        return []
    found = [target]
    while found[-1] != source:
        found.append(came_from[found[-1]])
    return found[::-1]


def short_way(nodes: Sequence[Node | Whit]) -> list[str]:
    """Return the names along a way."""
    names: list[str] = []
    for node in nodes:
        name = _name(node)
        if name in names:
            del names[names.index(name) + 1 :]
        else:
            names.append(name)
    return names


def short_cycle(nodes: list[Node | Whit]) -> list[str]:
    """Return the names along a cycle, each of them once.

    The nodes end with the one that closes the cycle; what comes before it the first time is only
    the way to the cycle.
    """
    left = nodes[nodes.index(nodes[-1]) : -1] or list(nodes)
    lengths: dict[Node, int] = {}
    for number, node in enumerate(left):
        if type(node) is Whit and not node.is_end:
            for distance in range(1, len(left)):
                other = left[(number + distance) % len(left)]
                if type(other) is Whit and other.of is node.of:
                    lengths[node.of] = distance
    # The outermost containers first: what is inside them is left out with them.
    for container in sorted(lengths, key=lambda each: -lengths[each]):
        starts = [n for n, node in enumerate(left) if _is_start_of(node, container)]
        if starts:
            turned = left[starts[0] :] + left[: starts[0]]
            ends = [n for n, node in enumerate(turned) if _is_end_of(node, container)]
            if ends:
                left = [turned[0], *turned[ends[0] + 1 :]]
    return [_name(node) for node in left]


def _name(node: Node | Whit) -> str:
    return node.of.ref if type(node) is Whit else node.ref


def _is_start_of(node: Node | Whit, container: Node) -> bool:
    return type(node) is Whit and node.of is container and not node.is_end


def _is_end_of(node: Node | Whit, container: Node) -> bool:
    return type(node) is Whit and node.of is container and node.is_end
