"""getuid(name): the number of a user."""

from __future__ import annotations

from duckrow.cfengine.functions.accounts import find_user
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Look the user up by name; digits that are no name are its number."""
    name = arguments[0]
    found = find_user(context.machine.users, name)
    if found is None:
        raise FunctionFailed(f"Could not get UID for user '{name}', (getpwnam: not found)")
    return str(found.uid)
