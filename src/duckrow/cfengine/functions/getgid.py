"""getgid(name): the number of a group."""

from __future__ import annotations

from duckrow.cfengine.functions.accounts import find_group
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Look the group up by name; digits that are no name are its number."""
    name = arguments[0]
    found = find_group(context.machine.users, name)
    if found is None:
        raise FunctionFailed(f"Could not get GID for group '{name}', (getgrnam: not found)")
    return str(found.gid)
