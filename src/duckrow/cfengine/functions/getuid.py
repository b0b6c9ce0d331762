"""getuid(name): the number of a user."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Look the user up by name; digits that are no name are a number."""
    name, users = arguments[0], context.machine.users
    found = users.user(name)
    if found is None and name.isascii() and name.isdigit():
        found = users.user_of(int(name))
    if found is None:
        raise FunctionFailed(f"Could not get UID for user '{name}', (getpwnam: not found)")
    return str(found.uid)
