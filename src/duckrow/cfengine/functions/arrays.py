"""Arrays: variables that have indices."""

from __future__ import annotations

from duckrow.cfengine.evaluation.collections import count_variables
from duckrow.cfengine.evaluation.names import SPECIAL_SCOPES, read_name
from duckrow.cfengine.values.table_order import hash_variable, in_table_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def array_indices(context: Context, name: str) -> list[str]:
    """Give the next index of all elements below a name, each once, in the order of the table."""
    reference = read_name(name)
    bundle = context.bundle
    if reference.scope in SPECIAL_SCOPES:
        return []
    namespace = reference.namespace or context.namespace
    scope = reference.scope or ("" if bundle is None else bundle.name)
    base, above = reference.name, reference.indices
    found = [indices for indices, _ in context.variables.elements(namespace, scope, base, above)]
    ordered = in_table_order(
        found,
        lambda indices: hash_variable(namespace, scope, base, (*above, *indices)),
        count_variables(context) - len(found),
    )
    return list(dict.fromkeys(indices[0] for indices in ordered))
