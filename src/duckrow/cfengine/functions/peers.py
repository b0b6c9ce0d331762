"""peers(path, comment, size): the other hosts of our group."""

from __future__ import annotations

from duckrow.cfengine.functions.peer_groups import own_names, read_groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Give nothing when we are in no group."""
    ours = own_names(context)
    for group in read_groups(context, "peers", arguments):
        if not ours.isdisjoint(group):
            return [host for host in group if host not in ours]
    return []
