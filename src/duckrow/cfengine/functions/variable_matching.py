"""Variables whose qualified names match a pattern, in the order of the reference's table."""

from __future__ import annotations

from duckrow.cfengine.evaluation.collections import AGENT_SCOPES, count_variables
from duckrow.cfengine.evaluation.names import index_text
from duckrow.cfengine.functions.common import fatal
from duckrow.cfengine.values.table_order import hash_variable, in_table_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.variables import Variable


def matching(context: Context, function: str, arguments: list[str]) -> list[tuple[str, Variable]]:
    """Give names such as default:bundle.name[index] with their variables.

    With further patterns a variable needs a tag that one of them matches.
    """
    if not arguments:
        raise fatal(f"Function '{function}' requires at least one argument")
    wanted, tags = arguments[0], arguments[1:]
    pattern = context.patterns.compile(wanted)
    if pattern is None:
        return []
    found: list[tuple[tuple[str, str, Any], str, Variable]] = []
    for namespace, scope, key, variable in _all(context):
        name = f"{namespace}:{scope}.{index_text(key)}"
        if not pattern.full(name):
            continue
        known = variable or context.variable(f"{scope}.{index_text(key)}")
        # One without any tags is asked for none.
        if known is not None and (not tags or not known.tags or _has_tag(context, known, tags)):
            found.append(((namespace, scope, key), name, known))
    ordered = in_table_order(
        found, lambda each: _hash(*each[0]), count_variables(context) - len(found)
    )
    return [(name, variable) for _, name, variable in ordered]


def _all(context: Context) -> Iterator[tuple[str, str, Any, Variable | None]]:
    """Give all variables; those of the agent are found out only when they are asked for."""
    for scope in AGENT_SCOPES:
        for key in context.specials.names(scope):
            yield "default", scope, key, None
    for (namespace, scope), table in context.variables.scopes():
        for key, variable in table.items():
            yield namespace, scope, key, variable


def _hash(namespace: str, scope: str, key: Any) -> int:
    if isinstance(key, str):
        return hash_variable(namespace, scope, key)
    return hash_variable(namespace, scope, key[0], key[1:])


def _has_tag(context: Context, variable: Variable, tags: list[str]) -> bool:
    return any(context.patterns.full(tag, each) for tag in tags for each in variable.tags)
