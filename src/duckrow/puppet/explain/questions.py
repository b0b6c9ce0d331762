"""The questions about a compile: their names, how many names each takes, and who answers it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.explain.answer import Answer
    from duckrow.machine.machine import Machine
    from duckrow.puppet.explain.recorded import Recorded

# The numbers of names that a question takes.
QUESTIONS: dict[str, tuple[int, ...]] = {
    "order": (0, 2),
    "class": (1,),
    "resource": (1,),
    "value": (2,),
    "variable": (1,),
}


def answer(recorded: Recorded, question: str, names: list[str], machine: Machine) -> Answer:
    """Answer a question. Raises UnknownThingError for names of things that do not exist."""
    if question == "class":
        from duckrow.puppet.explain.chains import explain_class

        return explain_class(recorded, names[0])
    if question == "resource":
        from duckrow.puppet.explain.resources import explain_resource

        return explain_resource(recorded, names[0])
    if question == "value":
        from duckrow.puppet.explain.value import explain_value

        return explain_value(recorded, *names)
    if question == "variable":
        from duckrow.puppet.explain.value import explain_variable

        return explain_variable(recorded, names[0])
    from duckrow.puppet.explain.graph import ReasonedGraph

    graph = ReasonedGraph(recorded, machine)
    if names:
        from duckrow.puppet.explain.order import explain_order

        return explain_order(graph, *names)
    from duckrow.puppet.explain.orders import explain_orders

    return explain_orders(graph)
