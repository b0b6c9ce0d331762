"""peers, peerleader and peerleaders: a file of hosts, split into groups."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import (
    integer,
    narrow,
    read_file,
    split_by,
    without_matches,
)
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


_MOST = 100_000


def read_groups(context: Context, function: str, arguments: list[str]) -> list[list[str]]:
    """Read host names in groups; comments and empty lines are skipped."""
    path, comment, given = arguments
    size = narrow(integer(context, given))
    if size < 2:
        raise FunctionFailed(
            f"Function {function}: called with a nonsensical group size of {size}, failing",
            "warning",
        )
    text = read_file(context, path, _MOST)
    if text is None:
        raise FunctionFailed
    text = without_matches(context, text, comment, path)
    hosts = [host for host in split_by(context, text, "\n", _MOST) if host]
    return [hosts[i : i + size] for i in range(0, len(hosts), size)]


def own_names(context: Context) -> set[str]:
    """Return the names of this host."""
    found = [context.variable(name) for name in ("sys.fqhost", "sys.uqhost")]
    return {str(each.value) for each in found if each is not None}


def peers(context: Context, arguments: list[str]) -> list[str]:
    """Return the other hosts of our group."""
    ours = own_names(context)
    for group in read_groups(context, "peers", arguments):
        if not ours.isdisjoint(group):
            return [host for host in group if host not in ours]
    return []


def peerleader(context: Context, arguments: list[str]) -> str:
    """Return the first host of our group; fail without a group."""
    ours = own_names(context)
    for group in read_groups(context, "peerleader", arguments):
        if not ours.isdisjoint(group):
            return "localhost" if group[0] in ours else group[0]
    raise FunctionFailed


def peerleaders(context: Context, arguments: list[str]) -> list[str]:
    """Return the first host of each group."""
    ours = own_names(context)
    leaders = [group[0] for group in read_groups(context, "peerleaders", arguments)]
    return ["localhost" if host in ours else host for host in leaders]
