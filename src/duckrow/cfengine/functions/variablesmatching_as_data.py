"""variablesmatching_as_data(pattern, tags ...): variables that match, with their values."""

from __future__ import annotations

from duckrow.cfengine.functions.states import as_data
from duckrow.cfengine.functions.variable_matching import matching
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Give an object from qualified names to values."""
    found = matching(context, "variablesmatching_as_data", arguments)
    return Data({name: as_data(variable) for name, variable in found})
