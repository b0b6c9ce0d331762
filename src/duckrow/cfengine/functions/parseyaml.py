"""parseyaml(text): data from YAML."""

from __future__ import annotations

from duckrow.cfengine.values.json_text import JsonError
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data
from duckrow.cfengine.values.yaml_text import parse_yaml

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
