"""Users and groups by name or number.

Where the library knows no name, the reference asks getent, which takes blanks off and takes digits
for a number.
"""

from __future__ import annotations

from duckrow.cfengine.values.numbers import saturated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.users.records import Group, User
    from duckrow.machine.users.users import Users

_BLANKS = " \t\n\v\f\r"


def number_of(name: str) -> int | None:
    """Give the number that digits are, or None for a name."""
    return saturated(name) if name.isascii() and name.isdigit() else None


def find_user(users: Users, name: str) -> User | None:
    """Find a user, or give None."""
    bare = name.strip(_BLANKS)
    number = number_of(bare)
    found = users.user(name) or (users.user(bare) if bare != name else None)
    return users.user_of(number) if found is None and number is not None else found


def find_group(users: Users, name: str) -> Group | None:
    """Find a group, or give None."""
    bare = name.strip(_BLANKS)
    number = number_of(bare)
    found = users.group(name) or (users.group(bare) if bare != name else None)
    return users.group_of(number) if found is None and number is not None else found
