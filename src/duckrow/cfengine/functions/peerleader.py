"""peerleader(path, comment, size): the first host of our group."""

from __future__ import annotations

from duckrow.cfengine.functions.peer_groups import own_names, read_groups
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Name it localhost when that is us; fails when we are in no group."""
    ours = own_names(context)
    for group in read_groups(context, "peerleader", arguments):
        if not ours.isdisjoint(group):
            return "localhost" if group[0] in ours else group[0]
    raise FunctionFailed
