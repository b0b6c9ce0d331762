"""getgid(name): the number of a group."""

from __future__ import annotations

from duckrow.cfengine.functions.accounts import number_of
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Look the group up by name; digits that are no name are a number."""
    name, users = arguments[0], context.machine.users
    found = users.group(name)
    number = number_of(name)
    if found is None and number is not None:
        found = users.group_of(number)
    if found is None:
        raise FunctionFailed(f"Could not get GID for group '{name}', (getgrnam: not found)")
    return str(found.gid)
