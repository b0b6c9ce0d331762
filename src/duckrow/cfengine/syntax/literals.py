"""Data written as strings: `data => '{ "a": 1 }'`.

JSON stays a string. Strings with variables, YAML, and invalid strings become a call of the function
that parses them, or reports the error, when the policy runs.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.nodes import FunctionCall, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.syntax.nodes import Value

# Attributes of promises that hold data.
DATA = frozenset(("data", "template_data"))


def literal(value: Value, line: int) -> Value:
    """Return the value of an attribute that holds data."""
    text = text_of(value)
    if text is None or (len(text) > 3 and text.startswith(("@(", "@{"))):
        return value
    if len(text) > 3 and text.startswith("---"):
        return FunctionCall("parseyaml", (text,), line, is_literal=True)
    if "$(" in text or "${" in text or not _is_container(text):
        return FunctionCall("parsejson", (text,), line)
    return text


def _is_container(text: str) -> bool:
    from duckrow.cfengine.values.json_parse import check
    from duckrow.cfengine.values.json_text import JsonError

    try:
        return isinstance(check(text), (dict, list))
    except JsonError:
        return False
