"""Dependency cycles: the shortest one of each tangle, and the fewest statements to remove."""

from __future__ import annotations

from itertools import combinations, islice

from duckrow.explain.answer import Answer, Reason
from duckrow.graph.cycles import components_by_number, cycles_by_number
from duckrow.graph.order import has_cycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.explain.graph import ReasonedGraph

    Edge = tuple[int, int]
    Statement = tuple[str, str]  # a kind, and the place of an arrow or else the text

_MOST_TRIED = 20_000  # sets of statements
_AUTOMATIC = ("autorequire", "autosubscribe", "autobefore", "autonotify")


def explain_cycle(graph: ReasonedGraph) -> Answer:
    """Answer whether the catalog has dependency cycles, and which statements make them."""
    question = ["cycle"]
    successors = [list(targets) for targets in graph.graph.outgoing]
    found = cycles_by_number(successors)
    if not found:
        return Answer(question, "The catalog has no dependency cycle.", is_yes=False)
    reasons: list[Reason] = []
    for cycle in found:
        inner = graph.reasons([*cycle, cycle[0]])
        names = list(dict.fromkeys(str(graph.resource(each)) for each in cycle))
        text = f"{' => '.join(names)} => {names[0]}"
        reasons.append(Reason("cycle", text, None, inner))
    for component in components_by_number(successors):
        if len(component) > 1 or component[0] in successors[component[0]]:
            reasons += _cuts(graph, component)
    count = len(found)
    text = f"The catalog has {count} dependency cycle{'' if count == 1 else 's'}"
    text += (
        ": no host can apply it." if count == 1 else " apart from each other: no host can apply it."
    )
    return Answer(question, text, reasons, is_yes=True)


def _cuts(graph: ReasonedGraph, component: list[int]) -> list[Reason]:
    """Return a smallest set of statements whose removal leaves no cycle."""
    members = set(component)
    statements: dict[Statement, Reason] = {}
    needs: dict[Edge, set[Statement] | None] = {}  # None: containment, which no statement removes
    for source in component:
        for target in graph.graph.outgoing[source]:
            if target not in members:
                continue
            if graph.is_containment(source, target):
                needs[source, target] = None
                continue
            relations = list(graph.relations(graph.resource(source), graph.resource(target)))
            needs[source, target] = {_statement(each) for each in relations}
            for each in relations:
                statements.setdefault(_statement(each), each)
    written = [key for key, each in statements.items() if each.kind not in _AUTOMATIC]
    cut = _smallest(needs, component, written)
    if cut is None:
        cut = _smallest(needs, component, list(statements))
    if not cut:
        return []
    alternatives = "" if len(cut) > 1 else _alternatives(needs, component, written, statements)
    words = "this relationship" if len(cut) == 1 else f"these {len(cut)} relationships"
    text = f"without {words} there is no cycle{alternatives}"
    inner = [statements[each] for each in cut]
    plain = [Reason("cut", each.text, each.place) for each in inner]
    return [Reason("cut", text, None, plain)]


def _statement(reason: Reason) -> Statement:
    """Return what a reason can be removed by: an arrow as a whole, of an attribute one item."""
    is_arrow = reason.kind in ("arrow", "notify arrow") and reason.place is not None
    return reason.kind, str(reason.place) if is_arrow else reason.text


def _alternatives(
    needs: dict[Edge, set[Statement] | None],
    component: list[int],
    written: list[Statement],
    statements: dict[Statement, Reason],
) -> str:
    """Name other statements that would do just as well."""
    others = [each for each in written[:50] if _is_acyclic(needs, component, {each})][1:4]
    places = [str(statements[each].place) for each in others if statements[each].place]
    return f" (nor without that at {' or that at '.join(places)})" if places else ""


def _smallest(
    needs: dict[Edge, set[Statement] | None], component: list[int], statements: list[Statement]
) -> list[Statement] | None:
    """Return the smallest set that leaves no cycle; beyond a bound of work a small one."""
    left = _MOST_TRIED
    for size in range(1, len(statements) + 1):
        tried = 0
        for chosen in islice(combinations(statements, size), left):
            tried += 1
            if _is_acyclic(needs, component, set(chosen)):
                return list(chosen)
        left -= tried
        if left <= 0:
            break
    return _greedy(needs, component, statements)


def _greedy(
    needs: dict[Edge, set[Statement] | None], component: list[int], statements: list[Statement]
) -> list[Statement] | None:
    """Remove everything, then put back each statement that makes no cycle."""
    cut = set(statements)
    if not _is_acyclic(needs, component, cut):
        return None
    for each in statements:
        if _is_acyclic(needs, component, cut - {each}):
            cut.discard(each)
    return [each for each in statements if each in cut]


def _is_acyclic(
    needs: dict[Edge, set[Statement] | None], component: list[int], cut: Iterable[Statement]
) -> bool:
    numbers = {number: index for index, number in enumerate(component)}
    outgoing: list[set[int]] = [set() for _ in component]
    incoming: list[set[int]] = [set() for _ in component]
    gone = set(cut)
    for (source, target), wanted in needs.items():
        if wanted is None or not wanted <= gone:
            outgoing[numbers[source]].add(numbers[target])
            incoming[numbers[target]].add(numbers[source])
    return not has_cycle(outgoing, incoming, range(len(component)))
