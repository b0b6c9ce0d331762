"""getuserinfo(user): what is known of a user."""

from __future__ import annotations

from duckrow.cfengine.functions.accounts import number_of
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Give it as data, by name or number; one that is not known is the one who runs the agent."""
    from os import getuid

    users = context.machine.users
    found = None
    if arguments:
        name = arguments[0]
        number = number_of(name)
        found = users.user(name) if number is None else users.user_of(number)
    found = found or users.user_of(getuid())
    if found is None:
        raise FunctionFailed
    return Data(
        {
            "username": found.name,
            "description": found.comment,
            "home_dir": found.home,
            "shell": found.shell,
            "uid": found.uid,
            "gid": found.gid,
        }
    )
