"""Why a recorded run skipped a resource: the failure that comes before it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.explain.graph import ReasonedGraph

FAILED, SKIPPED = "failed", "skipped"


def failures_behind(graph: ReasonedGraph, outcomes: dict[str, str]) -> dict[str, str]:
    """Return for each skipped resource a failed one that relationships put before it."""
    failed = [each for each in graph.resources if outcomes.get(str(each)) == FAILED]
    cause = {graph.end(each): str(each) for each in failed}
    waiting = list(cause)
    for number in waiting:  # grows while it is read
        for each in graph.graph.outgoing[number]:
            if each not in cause:
                cause[each] = cause[number]
                waiting.append(each)
    return {
        str(each): cause[graph.start(each)]
        for each in graph.resources
        if outcomes.get(str(each)) == SKIPPED and graph.start(each) in cause
    }
