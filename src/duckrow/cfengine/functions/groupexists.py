"""groupexists(group): whether there is a group of a name or number."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Look it up; digits are a number."""
    name = arguments[0]
    users = context.machine.users
    if name.isascii() and name.isdigit():
        found = users.group_of(int(name)) is not None
        why = f"group name for gid {int(name)}, (getgrgid: not found)"
    else:
        found = users.group(name) is not None
        why = f"GID for group '{name}', (getgrnam: not found)"
    if not found:
        context.log.verbose(f"Could not get {why}")
    return found
