"""peerleaders(path, comment, size): the first host of each group."""

from __future__ import annotations

from duckrow.cfengine.functions.peer_groups import own_names, read_groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Name ourselves localhost."""
    ours = own_names(context)
    leaders = [group[0] for group in read_groups(context, "peerleaders", arguments)]
    return ["localhost" if host in ours else host for host in leaders]
