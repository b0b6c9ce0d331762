"""getuid(name): the number of a user."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Look the user up by name."""
    found = context.machine.users.user(arguments[0])
    if found is None:
        raise FunctionFailed(f"Could not get UID for user '{arguments[0]}', (getpwnam: not found)")
    return str(found.uid)
