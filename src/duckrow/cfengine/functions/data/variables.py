"""Functions about variables: variablesmatching, isvariable, type and tags."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.collections import AGENT_SCOPES, count_variables
from duckrow.cfengine.evaluation.variables.names import index_text
from duckrow.cfengine.functions.helpers.common import fatal, is_true
from duckrow.cfengine.functions.helpers.tags import tags_of
from duckrow.cfengine.functions.utils.state import as_data
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data
from duckrow.cfengine.values.table_order import hash_variable, in_table_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.variables.table import Variable


def matching(context: Context, function: str, arguments: list[str]) -> list[tuple[str, Variable]]:
    """Return names such as default:bundle.name[index] with their variables.

    If there are more patterns, a variable needs a tag that one of them matches.
    """
    if not arguments:
        raise fatal(f"Function '{function}' requires at least one argument")
    wanted, tags = arguments[0], arguments[1:]
    pattern = context.patterns.compile(wanted)
    if pattern is None:
        return []
    found: list[tuple[tuple[str, str, Any], str, Variable]] = []
    is_match = pattern.full
    # Hundreds of variables share a few sets of tags.
    wanted_tags: dict[tuple[str, ...], bool] = {}
    for namespace, scope, variables in _scopes(context, pattern.start):
        head = f"{namespace}:{scope}."
        for key, variable in variables:
            name = head + (key if type(key) is str else index_text(key))
            if not is_match(name):
                continue
            known = variable or context.variable(f"{scope}.{index_text(key)}")
            if known is None:
                continue
            # A variable without tags always passes.
            if tags and known.tags:
                if known.tags not in wanted_tags:
                    wanted_tags[known.tags] = _has_tag(context, known, tags)
                if not wanted_tags[known.tags]:
                    continue
            found.append(((namespace, scope, key), name, known))
    ordered = in_table_order(
        found, lambda each: _hash(*each[0]), count_variables(context) - len(found)
    )
    return [(name, variable) for _, name, variable in ordered]


def _scopes(context: Context, start: str) -> Iterator[tuple[str, str, Iterable[Any]]]:
    """Yield the scopes in which names may have this start, which has no dot, and their variables.

    The agent's own ones are computed on demand, so they may be None.
    """
    for scope in AGENT_SCOPES:
        keys = context.agent_variables.names(scope)  # which may define classes
        if f"default:{scope}".startswith(start):
            yield "default", scope, [(key, None) for key in keys]
    for (namespace, scope), table in context.variables.scopes():
        if f"{namespace}:{scope}".startswith(start):
            yield namespace, scope, table.items()


def _hash(namespace: str, scope: str, key: Any) -> int:
    if isinstance(key, str):
        return hash_variable(namespace, scope, key)
    return hash_variable(namespace, scope, key[0], key[1:])


def _has_tag(context: Context, variable: Variable, tags: list[str]) -> bool:
    return any(context.patterns.full(tag, each) for tag in tags for each in variable.tags)


def variablesmatching(context: Context, arguments: list[str]) -> list[str]:
    """Return the names of the variables that match."""
    return [name for name, _ in matching(context, "variablesmatching", arguments)][::-1]


def variablesmatching_as_data(context: Context, arguments: list[str]) -> Data:
    """Return the variables that match with their values."""
    found = matching(context, "variablesmatching_as_data", arguments)
    return Data({name: as_data(variable) for name, variable in found})


def isvariable(context: Context, arguments: list[str]) -> bool:
    """Return whether a variable is defined; an index may point into data."""
    return context.variable(arguments[0]) is not None


_INNER = ((dict, "object"), (list, "array"), (str, "string"), (bool, "boolean"), (int, "int"))


def type_(context: Context, arguments: list[str]) -> str:
    """Return the type of a variable."""
    if not arguments:
        raise FunctionFailed("Function type requires variable identifier as first argument")
    variable = context.variable(arguments[0])
    kind = "none" if variable is None else variable.kind
    if len(arguments) < 2 or not is_true(arguments[1]):
        return kind
    if variable is None or kind != "data":
        return f"policy {kind}"
    return f"data {_inner(variable.value)}"


def _inner(value: object) -> str:
    if value is None:
        return "null"
    return next((name for kind, name in _INNER if isinstance(value, kind)), "real")


def getvariablemetatags(context: Context, arguments: list[str]) -> list[str]:
    """Return the tags of a variable."""
    if not arguments:
        raise fatal("Function 'getvariablemetatags' requires at least one argument")
    found = context.variable(arguments[0])
    if found is None or not found.tags:
        raise FunctionFailed(
            f"getvariablemetatags found variable or class {arguments[0]} without a tagset",
            "verbose",
        )
    return tags_of(found.tags, arguments[1:])
