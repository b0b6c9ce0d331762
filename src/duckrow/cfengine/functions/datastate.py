"""datastate(): all classes and variables of the run."""

from __future__ import annotations

from duckrow.cfengine.functions.states import whole_state
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, _arguments: list[str]) -> Data:
    """Give classes as truths and variables by bundle."""
    return Data(whole_state(context))
