"""The four orders of a catalog side by side, and where they part.

as written      by file and line of the statement that declares or first includes
as evaluated    classes run where they are included, bodies of defines wait for a round
as contained    what is in which class or define
as applied      the order of a run, from relationships and containment
"""

from __future__ import annotations

from itertools import pairwise

from duckrow.explain.answer import Answer, Reason, Table
from duckrow.puppet.explain.order import explain_pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.graph import ReasonedGraph
    from duckrow.puppet.explain.recorded import Recorded

_MOST_PARTINGS = 20  # places where two orders part that are explained


def explain_orders(graph: ReasonedGraph) -> Answer:
    """Answer with all orders of a catalog."""
    recorded = graph.recorded
    applied_at_all = set(graph.resources)
    resources = [
        resource
        for resource in recorded.build.resources
        if resource in applied_at_all and resource is not recorded.build.main
    ]
    written = as_written(recorded, resources)
    evaluated, rounds = as_evaluated(recorded, resources)
    contained = _as_contained(resources)
    applied = [each for each in resources if graph.start(each) in graph.positions]
    applied.sort(key=lambda each: graph.positions[graph.start(each)])
    shown = (
        [str(each) for each in written],
        [_with_round(each, rounds) for each in evaluated],
        contained,
        [str(each) for each in applied],
    )
    rows = [
        [column[index] if index < len(column) else "" for column in shown]
        for index in range(len(resources))
    ]
    columns = ("as written", "as evaluated", "as contained", "as applied")
    otherwise = _otherwise(evaluated, written, _is_caused)
    applied_otherwise = _otherwise(applied, evaluated, graph.is_inside)
    count = len(otherwise) + len(applied_otherwise)
    partings = [_evaluated(recorded, *pair, rounds) for pair in otherwise[:_MOST_PARTINGS]]
    partings += [_applied(graph, *pair) for pair in applied_otherwise[:_MOST_PARTINGS]]
    if not resources:
        text = "The catalog has no resources."
    elif count:
        text = f"The orders part in {count} place{'' if count == 1 else 's'}"
        text += "." if len(partings) == count else f"; {len(partings)} of them are explained."
    elif written == evaluated == applied:
        text = "All orders are the same: what is written first is evaluated and applied first."
    elif len(applied) == len(resources):
        text = "The orders part only between a class or define and what is in it."
    else:
        text = "What is written first is evaluated first."
    hint = ""
    left = len(resources) - len(applied)
    if left:
        text += f" A dependency cycle keeps {left} from being applied."
        hint = "duckrow explain cycle shows it"
    tables = [Table("The orders", columns, rows)] if resources else []
    return Answer(["order"], text, partings, tables=tables, hint=hint)


def as_written(recorded: Recorded, resources: list[Resource]) -> list[Resource]:
    """Return resources in the order of the statements that declare them."""
    files: dict[str, int] = {}
    keys: dict[Resource, tuple[int, int, int]] = {}
    for resource in resources:
        place = recorded.declared_at(resource)
        if place is None:
            keys[resource] = (-1, 0, 0)
        else:
            number = files.setdefault(place.file, len(files))
            keys[resource] = (number, place.line, place.column)
    return sorted(resources, key=keys.__getitem__)


def as_evaluated(
    recorded: Recorded, resources: list[Resource]
) -> tuple[list[Resource], dict[Resource, int]]:
    """Return resources in the order of evaluation, and the round of each.

    A resource with a body is evaluated when its body runs, any other when it is declared.
    """
    wanted = set(resources)
    rounds: dict[Resource, int] = {}
    for step in recorded.record.steps:
        resource = step.resource
        event = "evaluated" if resource.definition is not None else "declared"
        if step.event == event and resource in wanted:
            rounds.setdefault(resource, step.round)
    return list(rounds), rounds


def _with_round(resource: Resource, rounds: dict[Resource, int]) -> str:
    number = rounds[resource]
    return f"{resource} (round {number})" if number else str(resource)


def _as_contained(resources: list[Resource]) -> list[str]:
    """Return resources below their containers, indented."""
    contents: dict[Resource | None, list[Resource]] = {}
    known = set(resources)
    for resource in resources:
        around = resource.all_containers()
        outer = around[0] if around and around[0] in known else None
        contents.setdefault(outer, []).append(resource)
    lines: list[str] = []
    stack = [(each, 0) for each in reversed(contents.get(None, []))]
    while stack:
        resource, depth = stack.pop()
        lines.append(f"{'  ' * depth}{resource}")
        stack += [(each, depth + 1) for each in reversed(contents.get(resource, []))]
    return lines


def _otherwise(
    order: list[Resource],
    before: list[Resource],
    must: Callable[[Resource, Resource], bool],
) -> list[tuple[Resource, Resource]]:
    """Return neighbours in an order that come the other way round in the order before it.

    `must` knows pairs that cannot be otherwise.
    """
    positions = {resource: number for number, resource in enumerate(before)}
    return [
        (first, second)
        for first, second in pairwise(order)
        if positions[first] > positions[second] and not must(second, first)
    ]


def _evaluated(
    recorded: Recorded, first: Resource, second: Resource, rounds: dict[Resource, int]
) -> Reason:
    text = f"{first} is evaluated before {second}, which is written first"
    return Reason("evaluation", text, None, _why(recorded, first, second, rounds))


def _applied(graph: ReasonedGraph, first: Resource, second: Resource) -> Reason:
    text = f"{first} is applied before {second}, which is evaluated first"
    answer = explain_pair(graph, ["order"], first, second)
    return Reason("application", text, None, answer.reasons)


def _is_caused(resource: Resource, by: Resource) -> bool:
    """Return whether a resource is there because the body of another runs."""
    scope = resource.scope
    while scope.parent is not None:
        if scope.resource is by:
            return True
        scope = scope.parent
    return False


def _why(
    recorded: Recorded, first: Resource, second: Resource, rounds: dict[Resource, int]
) -> list[Reason]:
    reasons = []
    if rounds[second] > rounds[first] and second.definition is not None:
        text = f"the body of {second} waits for round {rounds[second]}"
        reasons.append(Reason("round", text, recorded.declared_at(second)))
    if first.scope.resource is second.scope.resource:
        return reasons
    for resource in (first, second):
        by = resource.scope.resource
        if by is not None and by is not recorded.build.main and by not in (first, second):
            when = "where it is included" if by.is_class else f"in round {rounds[by]}"
            text = f"{by}, which declares {resource}, runs {when}"
            reasons.append(Reason("body", text, recorded.declared_at(by)))
    return reasons
