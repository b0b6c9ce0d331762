"""What the run knows at a moment, as data: classes and the variables of each bundle."""

from __future__ import annotations

from duckrow.cfengine.evaluation.names import index_text
from duckrow.cfengine.functions.class_matching import everywhere, here
from duckrow.cfengine.values.json_text import copied

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.variables import Variable
    from duckrow.cfengine.values.rvals import Json

# Scopes of the agent that hold variables as bundles do.
AGENT_SCOPES = ("sys", "const", "mon")


def class_truths(context: Context) -> dict[str, Json]:
    """Give the names of all classes that are defined, each with true."""
    return {found.qualified_name: True for found in everywhere(context) + here(context)}


def variables_by_scope(context: Context) -> dict[str, dict[str, Json]]:
    """Give the variables of every bundle and of the agent, by their names."""
    out: dict[str, dict[str, Json]] = {}
    for (namespace, scope), table in context.variables.scopes():
        name = scope if namespace == "default" else f"{namespace}:{scope}"
        out[name] = {index_text(key): _as_data(variable) for key, variable in table.items()}
    for scope in AGENT_SCOPES:
        found = {
            key: context.variable(f"{scope}.{index_text(key)}") for key in _keys(context, scope)
        }
        out[scope] = {
            index_text(key): _as_data(variable)
            for key, variable in found.items()
            if variable is not None
        }
    return {name: values for name, values in out.items() if values}


def _keys(context: Context, scope: str) -> list[object]:
    return list(context.specials.names(scope))


def _as_data(variable: Variable) -> Json:
    if variable.kind == "data":
        return copied(variable.value)
    return list(variable.value) if isinstance(variable.value, list | tuple) else variable.value
