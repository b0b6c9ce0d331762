"""groupexists(group): whether there is a group of a name or number."""

from __future__ import annotations

from duckrow.cfengine.functions.accounts import find_group, number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Look it up; digits are a number."""
    name = arguments[0]
    users = context.machine.users
    number = number_of(name)
    if number is not None:
        found = users.group_of(number) is not None
        why = f"group name for gid {number}, (getgrgid: not found)"
    else:
        found = find_group(users, name) is not None
        why = f"GID for group '{name}', (getgrnam: not found)"
    if not found:
        context.log.verbose(f"Could not get {why}")
    return found
