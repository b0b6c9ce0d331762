"""parseyaml(text): data from YAML."""

from __future__ import annotations

from duckrow.cfengine.functions.yaml_data import parse_yaml
from duckrow.cfengine.values.json_text import JsonError
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> Data:
    """Read the first document."""
    text = arguments[0]
    try:
        value = parse_yaml(text)
    except JsonError as wrong:
        raise FunctionFailed(f"Error parsing YAML expression '{text}': {wrong.message}") from None
    if not isinstance(value, dict | list):
        raise FunctionFailed(f"Non-container from parsing YAML expression '{text}'")
    return Data(value)
