"""Resources that are not in the catalog, but that a resource makes when it is applied."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason
from duckrow.puppet.catalog.references import split_reference
from duckrow.puppet.explain.recorded import unquoted
from duckrow.puppet.resources.desired import Desired

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.graph import ReasonedGraph


def made_at_run_time(graph: ReasonedGraph, machine: Machine, name: str) -> Answer | None:
    """Answer which resource makes another when it is applied; None if none is known to do so."""
    pair = split_reference(name.strip())
    if pair is None:
        return None
    type_, title = pair[0].strip().removeprefix("::").lower(), unquoted(pair[1])
    for resource in graph.resources:
        node = graph.node(resource)
        if type(node) is not Desired or node.provider is None:
            continue
        reason = _makes(graph, machine, resource, node, type_, title)
        if reason is not None:
            text = f"{name} is not in the catalog: {reason.text}."
            return Answer(["resource", name], text, [reason], is_yes=False)
    return None


def _makes(
    graph: ReasonedGraph,
    machine: Machine,
    resource: Resource,
    node: Desired,
    type_: str,
    title: str,
) -> Reason | None:
    """Return how a resource makes another; only those that have its name are asked."""
    place = graph.recorded.declared_at(resource)
    own = str(node.name).rstrip("/")
    if node.provider.generates and own == title:
        made = node.provider.generate(machine, node)
        if any(each.type.lower() == type_ and each.title == title for each in made):
            return Reason("generated", f"{resource} makes it when it is applied", place)
    recurses = resource.type == "File" and resource.get("recurse") not in (None, False, "false")
    if recurses and type_ == "file" and title.startswith(f"{own}/"):
        text = f"{resource} makes such resources when it is applied, since it has recurse"
        return Reason("generated", text, place)
    return None
