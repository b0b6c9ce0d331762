"""bundlestate(bundle): all variables of a bundle."""

from __future__ import annotations

from duckrow.cfengine.functions.states import variables_by_scope
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Give them as data; fails for a bundle without variables."""
    state = variables_by_scope(context).get(arguments[0])
    if not state:
        raise FunctionFailed
    return Data(state)
