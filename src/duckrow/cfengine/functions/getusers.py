"""getusers(names, numbers): all users but some."""

from __future__ import annotations

from duckrow.cfengine.functions.common import split_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Give the names in the order of the table, without those listed by name or number."""
    names, numbers = (split_at(text, ",") for text in arguments)
    return list(
        dict.fromkeys(
            user.name
            for user in context.machine.users.all_users()
            if user.name not in names and str(user.uid) not in numbers
        )
    )
