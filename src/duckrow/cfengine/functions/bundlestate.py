"""bundlestate(bundle): all variables of a bundle."""

from __future__ import annotations

from duckrow.cfengine.functions.states import state_of
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Give them as data; fails for a bundle without variables."""
    state = state_of(context, arguments[0])
    if not state:
        raise FunctionFailed
    return Data(state)
