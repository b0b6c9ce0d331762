"""Resources that come of resources: before a run, and in the middle of it."""

from __future__ import annotations

from duckrow.puppet.apply.order import ORDER, REFRESH, Whit
from duckrow.puppet.apply.resource import error_text
from duckrow.puppet.resources.desired import Desired
from duckrow.puppet.runtime.definition import RELATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.apply.transaction import Transaction


class Generation:
    """The resources that other resources generate before or during a walk."""

    __slots__ = ("_transaction", "has_failed")

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self.has_failed = False

    def begin(self) -> None:
        """Add the resources that resources generate, and those that these generate."""
        catalog, machine = self._transaction.catalog, self._transaction.applier.machine
        waiting = [node for node in catalog.nodes if type(node) is Desired]
        for desired in waiting:  # grows while it is read
            provider = desired.provider
            if provider is None or not provider.generates:
                continue
            try:
                made = provider.generate(machine, desired)
            except Exception as error:
                self._note_failure(desired, "generate", error)
                continue
            added = []
            for each in made:
                known = catalog.find(each.type, each.title)
                if known is None:
                    known = self._add(each, desired)
                    added.append(known)
                _relate(desired, known)
            if added:
                # Beside their parent, not behind all others: that is the order they are visited in.
                is_first = desired.behaviour.is_depth_first
                catalog.move_beside(desired, len(added), is_before=is_first)
                waiting += added

    def _add(self, made: Desired, parent: Desired) -> Desired:
        catalog = self._transaction.catalog
        catalog.add(made, catalog.containers.get(parent, [])[:1])
        if made.behaviour.finishes:
            made.behaviour.finish(made)
        return made

    def _note_failure(self, desired: Desired, method: str, error: Exception) -> None:
        self.has_failed = True
        message = f"Failed to generate additional resources using '{method}': {error_text(error)}"
        desired.log("err", message)

    def late(self, number: int, desired: Desired) -> None:
        """Add the resources that a resource generates during the run, right after it.

        Their own relationships do not count: the resources around them have theirs from the parent.
        """
        try:
            made = desired.provider.generate_late(self._transaction.applier.machine, desired)
        except Exception as error:
            self._note_failure(desired, "eval_generate", error)
            return
        if not made:
            return
        graph, catalog = self._transaction.graph, self._transaction.catalog
        numbers: dict[str, int] = {}
        added: list[int] = []
        for each in made:
            known = catalog.find(each.type, each.title)
            if known is None:
                known = self._add(each, desired)
                there = graph.add(known, graph.priority_inside(number))
                added.append(there)
            numbers[known.name] = graph.numbers[known]
        self._enclose(number, desired, numbers, added)
        self._transaction.walk.refresh()
        for there in added:
            self._transaction.walk.add_free(there)

    def _enclose(
        self, number: int, desired: Desired, made: dict[str, int], added: list[int]
    ) -> None:
        """Put an end behind all that a resource brought along; what followed it follows that."""
        graph = self._transaction.graph
        end = Whit(desired, is_end=True, title=desired.title)
        last = graph.add(end, graph.priority_inside(number))
        inside = set(made.values())
        for target, labels in list(graph.outgoing[number].items()):
            if target in inside:
                continue
            for label in labels:
                graph.connect(last, target, label)
            graph.disconnect(number, target)
        for there in inside:
            if not graph.has_edge(last, there):
                graph.connect(there, last, REFRESH)
        graph.connect(number, last, REFRESH)
        for name, there in made.items():
            parent = made.get(_parent(name), number)
            is_related = graph.has_edge(there, parent) or graph.has_edge(parent, there)
            if parent != there and not is_related:
                graph.connect(parent, there, ORDER)
        added.append(last)


def _parent(name: str) -> str:
    return name.rpartition("/")[0] or "/"


def _relate(parent: Desired, child: Desired) -> None:
    """Order a generated resource after its parent, or before it for a depth-first type."""
    first, second = (child, parent) if parent.behaviour.is_depth_first else (parent, child)
    related = {
        str(each)
        for one in (first, second)
        for name in RELATIONS
        for each in one.values.get(name) or ()
    }
    if first.ref in related or second.ref in related:
        return
    first.values["before"] = [*(first.values.get("before") or ()), second.ref]
