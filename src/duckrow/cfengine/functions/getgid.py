"""getgid(name): the number of a group."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Look the group up by its name."""
    found = context.machine.users.group(arguments[0])
    if found is None:
        raise FunctionFailed(f"Could not get GID for group '{arguments[0]}', (getgrnam: not found)")
    return str(found.gid)
