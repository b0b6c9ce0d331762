"""getuid(name): the number of a user."""

from __future__ import annotations

from duckrow.cfengine.functions.accounts import number_of
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Look the user up by name; digits that are no name are a number."""
    name, users = arguments[0], context.machine.users
    found = users.user(name)
    number = number_of(name)
    if found is None and number is not None:
        found = users.user_of(number)
    if found is None:
        raise FunctionFailed(f"Could not get UID for user '{name}', (getpwnam: not found)")
    return str(found.uid)
