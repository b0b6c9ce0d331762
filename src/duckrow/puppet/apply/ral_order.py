"""The order and relationships of a run, computed from a catalog without touching a host."""

from __future__ import annotations

from duckrow.puppet.apply.order import LABELS, Whit, relationships
from duckrow.puppet.apply.ral_from_build import ral_from_build
from duckrow.puppet.apply.walk import cycles_text, find_cycles, visit_order
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources.desired import ResourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.puppet.catalog.build import Build


def ral_data(build: Build, machine: Machine) -> dict[str, Any]:
    """Return the order of a catalog, or its cycles, or the error of one of its resources."""
    logs: list[tuple[str, str, str]] = []
    try:
        catalog = ral_from_build(build, Providers(machine), lambda *log: logs.append(log))
        graph = relationships(catalog)
    except ResourceError as error:
        data: dict[str, Any] = {"class": "Puppet::ResourceError", "message": str(error)}
        if error.file is not None:
            data["file"] = error.file
        if error.line is not None:
            data["line"] = error.line
        return {"error": data}
    found: dict[str, Any] = {}
    cycles = find_cycles(graph)
    if cycles:
        build.log("err", cycles_text(graph, cycles))
        found["cycles"] = [[node.ref for node in cycle] for cycle in cycles]
    else:
        found["order"] = [node.ref for node in visit_order(graph) if type(node) is not Whit]
    found["relations"] = sorted(
        [source.ref, target.ref, *LABELS[label]]
        for source, target, label in graph.edges()
        if type(source) is not Whit and type(target) is not Whit
    )
    return found
