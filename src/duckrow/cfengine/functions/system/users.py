"""getuid, getgid, userexists, groupexists, getuserinfo and getusers.

Users and groups are found by name or by number.
"""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import split_at
from duckrow.cfengine.values.numbers import saturated
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data
from duckrow.machine.this_process import user_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.users.records import Group, User
    from duckrow.machine.users.users import Users


_BLANKS = " \t\n\v\f\r"


def number_of(name: str) -> int | None:
    """Return a user or group id given in digits, or None for a name."""
    return saturated(name) if name.isascii() and name.isdigit() else None


def find_user(users: Users, name: str) -> User | None:
    """Find a user by name or id, or return None."""
    bare = name.strip(_BLANKS)
    number = number_of(bare)
    found = users.user(name) or (users.user(bare) if bare != name else None)
    return users.user_of(number) if found is None and number is not None else found


def find_group(users: Users, name: str) -> Group | None:
    """Find a group by name or id, or return None."""
    bare = name.strip(_BLANKS)
    number = number_of(bare)
    found = users.group(name) or (users.group(bare) if bare != name else None)
    return users.group_of(number) if found is None and number is not None else found


def getuid(context: Context, arguments: list[str]) -> str:
    """Return the id of a user."""
    name = arguments[0]
    found = find_user(context.machine.users, name)
    if found is None:
        raise FunctionFailed(f"Could not get UID for user '{name}', (getpwnam: not found)")
    return str(found.uid)


def getgid(context: Context, arguments: list[str]) -> str:
    """Return the id of a group."""
    name = arguments[0]
    found = find_group(context.machine.users, name)
    if found is None:
        raise FunctionFailed(f"Could not get GID for group '{name}', (getgrnam: not found)")
    return str(found.gid)


def userexists(context: Context, arguments: list[str]) -> bool:
    """Return whether a user exists, by name or id."""
    name = arguments[0]
    users = context.machine.users
    number = number_of(name)
    if number is not None:
        found = users.user_of(number) is not None
        why = f"user name for uid {number}, (getpwuid: not found)"
    else:
        found = find_user(users, name) is not None
        why = f"UID for user '{name}', (getpwnam: not found)"
    if not found:
        context.log.verbose(f"Could not get {why}")
    return found


def groupexists(context: Context, arguments: list[str]) -> bool:
    """Return whether a group exists, by name or id."""
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


def getuserinfo(context: Context, arguments: list[str]) -> Data:
    """Return a user's account data; the default is the current user."""
    users = context.machine.users
    found = None
    if arguments:
        name = arguments[0]
        number = number_of(name)
        found = users.user(name) if number is None else users.user_of(number)
    found = found or users.user_of(user_id())
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


def getusers(context: Context, arguments: list[str]) -> list[str]:
    """Return all users except some."""
    names, numbers = (split_at(text, ",") for text in arguments)
    return list(
        dict.fromkeys(
            user.name
            for user in context.machine.users.all_users()
            if user.name not in names and str(user.uid) not in numbers
        )
    )
