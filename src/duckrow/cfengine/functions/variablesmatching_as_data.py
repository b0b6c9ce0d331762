"""variablesmatching_as_data(pattern, tags ...): variables that match, with their values."""

from __future__ import annotations

from duckrow.cfengine.functions.variable_matching import matching
from duckrow.cfengine.values.json_text import copied
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.variables import Variable
    from duckrow.cfengine.values.rvals import Json


def call(context: Context, arguments: list[str]) -> Data:
    """Give an object from qualified names to values."""
    found = matching(context, "variablesmatching_as_data", arguments)
    return Data({name: _value(variable) for name, variable in found})


def _value(variable: Variable) -> Json:
    if variable.kind == "data":
        return copied(variable.value)
    return list(variable.value) if isinstance(variable.value, list | tuple) else variable.value
