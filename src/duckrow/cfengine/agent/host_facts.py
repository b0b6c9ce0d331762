"""What the agent knows of the host before it reads a policy: hard classes, variables of sys."""

from __future__ import annotations

from duckrow.cfengine.agent.prepare import make_context
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.options import Options
from duckrow.cfengine.evaluation.variables.names import index_text


def host_facts(work_directory: str) -> dict[str, object]:
    """Return {"classes": […], "sys": {…}}."""
    options = Options()
    options.work_directory = work_directory
    options.input_directory = f"{work_directory}/inputs"
    options.entry_point = f"{options.input_directory}/promises.cf"
    context = make_context(options, Log("error"))
    classes = sorted(found.qualified_name for found in context.classes.all())
    found = context.agent_variables.all("sys").items()
    variables = {index_text(key): _plain(variable.value) for key, variable in found}
    return {"classes": classes, "sys": dict(sorted(variables.items()))}


def _plain(value: object) -> object:
    """Return a value with lists in the place of tuples."""
    return list(value) if isinstance(value, tuple) else value
