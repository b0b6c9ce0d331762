"""The JSON value of an argument of a collecting function.

The argument is a container, JSON text, or the name of a list, a container or an array.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import DEFAULT
from duckrow.cfengine.evaluation.variables.names import SPECIAL_SCOPES, read_name
from duckrow.cfengine.evaluation.variables.strings import whole_reference
from duckrow.cfengine.evaluation.variables.table import LISTS
from duckrow.cfengine.values.rvals import Data
from duckrow.cfengine.values.table_order import hash_variable, in_table_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.variables.table import Variable

# Scopes whose variables are in the same table as those of bundles.
AGENT_SCOPES = ("sys", "const", "mon")


def collection(context: Context, argument: Any, *, takes_text: bool = False) -> Any:
    """Return the JSON value, or None; with `takes_text`, also that of a string variable."""
    if isinstance(argument, Data):
        return argument.value
    if isinstance(argument, list):
        return argument
    if not isinstance(argument, str):
        return None
    name = whole_reference(argument)
    if name is None:
        start = argument.lstrip()[:1]
        if start in ("{", "["):
            from duckrow.cfengine.values.json_parse import parse
            from duckrow.cfengine.values.json_text import JsonError

            try:
                found = parse(argument, lambda name: of_variable(context, name, takes_text=True))
            except JsonError:
                found = None
            if isinstance(found, dict | list):
                return found
        name = argument
    return of_variable(context, name, takes_text=takes_text)


def of_variable(context: Context, name: str, *, takes_text: bool = False) -> Any:
    """Return a variable as a JSON value; the elements of an array become an object."""
    # A bundle name without a namespace means the default namespace, wherever it is used.
    variable = context.variable(name)
    if variable is not None:
        if variable.kind in LISTS:
            return list(variable.value)
        if variable.kind == "data":
            return variable.value
        if takes_text:
            return variable.value
    return array(context, name) or None


def elements_of(context: Context, name: str) -> list[tuple[tuple[str, ...], Variable]]:
    """Return the elements of an array below a name in table order, with the remaining indices."""
    reference = read_name(name)
    base, above = reference.name, reference.indices
    scope = reference.scope
    if scope in SPECIAL_SCOPES:
        namespace = DEFAULT
        if scope not in AGENT_SCOPES:
            return []
        start = 1 + len(above)
        counts = None
        found = [
            (key[start:], variable)
            for key, variable in context.agent_variables.all(scope).items()
            if not isinstance(key, str) and key[:start] == (base, *above) and len(key) > start
        ]
    else:
        bundle = context.bundle
        namespace = reference.namespace or context.namespace
        scope = scope or ("" if bundle is None else bundle.name)
        counted = list(context.variables.elements_with_counts(namespace, scope, base, above))
        found = [(key, variable) for key, variable, _ in counted]
        counts = [count for _, _, count in counted]
    if len(found) < 2:
        return found
    agent = count_agent_variables(context)
    return in_table_order(
        found,
        lambda element: hash_variable(namespace, scope, base, (*above, *element[0])),
        agent + context.variables.count() - len(found),
        None if counts is None else [agent + count for count in counts],
    )


def array(context: Context, name: str) -> dict[str, Any]:
    """Return the elements of an array below a name as nested objects."""
    found: dict[str, Any] = {}
    for indices, variable in elements_of(context, name):
        holder = found
        for index in indices[:-1]:
            inner = holder.get(index)
            if not isinstance(inner, dict):
                inner = holder[index] = {}
            holder = inner
        if variable.kind in LISTS:
            holder[indices[-1]] = list(variable.value)
        elif isinstance(holder.get(indices[-1]), dict):
            context.log.warning(
                f"Not replacing the container '{indices[-1]}' with a non-container value "
                f"'{variable.value}'"
            )
        else:
            holder[indices[-1]] = variable.value
    return found


def count_variables(context: Context) -> int:
    """Count the variables of the run."""
    return count_agent_variables(context) + context.variables.count()


def count_agent_variables(context: Context) -> int:
    """Count the variables that the agent itself has, which the table had first."""
    return sum(len(context.agent_variables.names(scope)) for scope in AGENT_SCOPES)
