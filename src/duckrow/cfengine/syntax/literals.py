"""Data written as text: `data => '{ "a": 1 }'`.

What is JSON already stays the text that it is. Text with variables in it, YAML, and text that is
neither is left to the function that would read it, and complain of it, when the policy runs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Attributes of promises that hold data.
DATA = frozenset(("data", "template_data"))
LITERAL = "literal"


def literal(value: Any, line: int) -> Any:
    """Give the value of such an attribute."""
    text = value if isinstance(value, str) else value[1] if value[0] == "name" else None
    if text is None or (len(text) > 3 and text.startswith(("@(", "@{"))):
        return value
    if len(text) > 3 and text.startswith("---"):
        # It says by a fifth part that nobody wrote it.
        return ("call", "parseyaml", (text,), line, LITERAL)
    if "$(" in text or "${" in text or not _is_container(text):
        return ("call", "parsejson", (text,), line)
    return text


def _is_container(text: str) -> bool:
    from duckrow.cfengine.values.json_text import JsonError, check

    try:
        return isinstance(check(text), (dict, list))
    except JsonError:
        return False
