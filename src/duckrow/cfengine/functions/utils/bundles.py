"""bundlesmatching(pattern, tags...)."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.names import read_name
from duckrow.cfengine.evaluation.variables.table import LISTS
from duckrow.cfengine.functions.helpers.common import pattern, split_at
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Bundle


def bundlesmatching(context: Context, arguments: list[str]) -> list[str]:
    """Return the bundles whose names match."""
    if not arguments:
        raise FunctionFailed
    wanted = pattern(context, arguments[0])
    tags = arguments[1:]
    found = [
        name
        for bundle in context.policy.bundles
        if wanted.full(name := f"{bundle.namespace}:{bundle.name}")
        and (not tags or _has_tag(context, bundle, name, tags[0]))
    ]
    found.reverse()
    return found


def _has_tag(context: Context, bundle: Bundle, name: str, tag: str) -> bool:
    scope = f"{bundle.name}_meta"
    found = context.variables.get(bundle.namespace, scope, read_name("tags"))
    if found is None:
        return False
    if found.kind in ("string", "int", "real"):
        has = split_at(found.value, ",")
    elif found.kind in LISTS:
        has = found.value
    else:
        context.log.warning(
            "Function 'bundlesmatching' only matches tags defined as a scalar or a list.  "
            f"Bundle '{name}' had meta defined as '{found.kind}'"
        )
        return False
    return any(context.patterns.full(tag, each) for each in has)
