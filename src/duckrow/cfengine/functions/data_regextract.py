"""data_regextract(pattern, text): what the groups of a pattern match."""

from __future__ import annotations

from duckrow.cfengine.functions.common import captures
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Give an object by names and numbers of groups; fails when nothing matches."""
    found = captures(context.patterns, arguments[0], arguments[1])
    if found is None:
        raise FunctionFailed
    return Data(dict(found))
