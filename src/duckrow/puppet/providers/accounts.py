"""Shared by the providers of users and groups: their tools, and the errors of these."""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.machine.users.users import Users
    from duckrow.puppet.providers.base import Desired

LOCAL = "manages_local_users_and_groups"


def users_for(machine: Machine, desired: Desired) -> Users:
    """Return the accounts that a resource is about: `forcelocal` leaves directory services out."""
    if desired["forcelocal"]:
        found = machine.users.without_services
        if found is not None:
            return found
    return machine.users


def error_text(error: OSError | ValueError, *, is_secret: bool = False) -> str:
    """Return the error message of a tool, with the command unless that holds a secret.

    A ValueError is about a name or a hash that no tool may get: it would be an option, or two
    lines.
    """
    if not isinstance(error, CommandFailed):
        return str(getattr(error, "strerror", None) or error)
    if is_secret:
        said = error.output.decode("utf-8", "backslashreplace").strip()
        return f"Execution of '[redacted]' returned {error.status}: {said}"
    return error.whole
