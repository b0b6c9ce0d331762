"""getuserinfo(user): what is known of a user."""

from __future__ import annotations

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
        found = users.user_of(int(name)) if name.isascii() and name.isdigit() else users.user(name)
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
