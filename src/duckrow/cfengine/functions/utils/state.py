"""bundlestate and datastate: the classes and variables of the run as data."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.collections import AGENT_SCOPES
from duckrow.cfengine.evaluation.variables.names import index_text
from duckrow.cfengine.functions.utils.classes import bundle_classes, namespace_classes
from duckrow.cfengine.values.json_text import copied, in_order
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.variables.table import Variable
    from duckrow.cfengine.values.rvals import Json


def whole_state(context: Context) -> dict[str, Json]:
    """Return all defined classes, each with true, and the variables by bundle."""
    classes: dict[str, Json] = {
        found.qualified_name: True for found in namespace_classes(context) + bundle_classes(context)
    }
    tables = [(_shown(*name), table) for name, table in context.variables.scopes()]
    tables += [(scope, _of_agent(context, scope)) for scope in AGENT_SCOPES]
    variables: dict[str, Json] = {name: _as_object(table) for name, table in tables if table}
    return _written({"classes": classes, "vars": variables})


def state_of(context: Context, bundle: str) -> dict[str, Json]:
    """Return the variables of one bundle or of a special scope such as sys."""
    if bundle in AGENT_SCOPES:
        return _written(_as_object(_of_agent(context, bundle)))
    for name, table in context.variables.scopes():
        if _shown(*name) == bundle:
            return _written(_as_object(table))
    return {}


def as_data(variable: Variable) -> Json:
    """Return the value of a variable as data."""
    if variable.kind == "data":
        return copied(variable.value)
    return list(variable.value) if isinstance(variable.value, list | tuple) else variable.value


def _written(state: dict[str, Json]) -> dict[str, Json]:
    """Return it with sorted keys, since cf-agent's log sorts it first."""
    ordered = in_order(state)
    assert isinstance(ordered, dict)
    return ordered


def _shown(namespace: str, scope: str) -> str:
    return scope if namespace == "default" else f"{namespace}:{scope}"


def _of_agent(context: Context, scope: str) -> dict[object, Variable]:
    found = {
        key: context.variable(f"{scope}.{index_text(key)}")
        for key in context.agent_variables.names(scope)
    }
    return {key: variable for key, variable in found.items() if variable is not None}


def _as_object(table: dict[object, Variable]) -> dict[str, Json]:
    return {index_text(key): as_data(variable) for key, variable in table.items()}


def bundlestate(context: Context, arguments: list[str]) -> Data:
    """Return all variables of a bundle as data."""
    state = state_of(context, arguments[0])
    if not state:
        raise FunctionFailed
    return Data(state)


def datastate(context: Context, _arguments: list[str]) -> Data:
    """Return all classes and variables of the run."""
    return Data(whole_state(context))
