"""userexists(user): whether there is an account of a name or number."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Look it up; digits are a number."""
    name = arguments[0]
    users = context.machine.users
    if name.isascii() and name.isdigit():
        return users.user_of(int(name)) is not None
    return users.user(name) is not None
