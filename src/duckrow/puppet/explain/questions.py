"""The questions about a compile: their names, how many names each takes, and who answers it."""

from __future__ import annotations

from duckrow.explain.answer import UnknownThingError
from duckrow.puppet.explain.secrets import SecretsOfAnswers, secrets_of
from duckrow.puppet.resources.desired import ResourceError
from duckrow.puppet.runtime.errors import EvaluationError

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
    "notify": (1, 2),
    "floats": (1,),
    "cycle": (0,),
    "races": (0,),
}
# The questions that a compile can answer that has failed.
OF_FAILED = frozenset(("class", "resource", "value", "variable"))


def answer(recorded: Recorded, question: str, names: list[str], machine: Machine) -> Answer:
    """Answer a question, without secrets.

    Raises UnknownThingError for names of things that do not exist.
    """
    found = _answer(recorded, question, names, machine)
    secrets = SecretsOfAnswers()
    secrets.add(secrets_of(recorded.build, recorded.record.secrets))
    if secrets:
        found.change_texts(secrets.hide)
    return found


def _answer(recorded: Recorded, question: str, names: list[str], machine: Machine) -> Answer:
    match question:
        case "class":
            from duckrow.puppet.explain.chains import explain_class

            return explain_class(recorded, names[0])
        case "resource":
            from duckrow.puppet.explain.resources import explain_resource

            try:
                return explain_resource(recorded, names[0])
            except UnknownThingError:
                made = _made_at_run_time(recorded, names[0], machine)
                if made is None:
                    raise
                return made
        case "value":
            from duckrow.puppet.explain.value import explain_value

            return explain_value(recorded, *names)
        case "variable":
            from duckrow.puppet.explain.value import explain_variable

            return explain_variable(recorded, names[0])
    return _about_the_run(recorded, question, names, machine)


def _made_at_run_time(recorded: Recorded, name: str, machine: Machine) -> Answer | None:
    """Answer which resource makes another when it is applied."""
    if recorded.has_failed:
        return None
    from duckrow.puppet.explain.generated import made_at_run_time
    from duckrow.puppet.explain.graph import ReasonedGraph

    try:
        return made_at_run_time(ReasonedGraph(recorded, machine), machine, name)
    except (ResourceError, EvaluationError):  # no host could apply the catalog
        return None


def _about_the_run(recorded: Recorded, question: str, names: list[str], machine: Machine) -> Answer:
    """Answer a question about the order in which a host would apply the catalog."""
    from duckrow.puppet.explain.graph import ReasonedGraph

    graph = ReasonedGraph(recorded, machine)
    match question:
        case "notify":
            from duckrow.puppet.explain.refreshes import explain_notify

            return explain_notify(graph, *names)
        case "floats":
            from duckrow.puppet.explain.floats import explain_floats

            return explain_floats(graph, names[0])
        case "cycle":
            from duckrow.puppet.explain.cycle import explain_cycle

            return explain_cycle(graph)
        case "races":
            from duckrow.puppet.explain.races import explain_races

            return explain_races(graph)
    if names:
        from duckrow.puppet.explain.order import explain_order

        return explain_order(graph, *names)
    from duckrow.puppet.explain.orders import explain_orders

    return explain_orders(graph)
