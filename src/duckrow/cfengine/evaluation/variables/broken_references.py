"""Find invalid references: not closed, empty, or with unbalanced indices.

They stay unexpanded, and an error is logged.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.strings import find_closing, find_reference, is_balanced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def find_errors(text: str) -> Iterator[str]:
    """Return the errors in the references of a string."""
    start = find_reference(text, 0)
    while start >= 0:
        end = find_closing(text, start + 1)
        inner = text[start + 2 : end]
        if end < 0:
            bracket = ")" if text[start + 1] == "(" else "}"
            yield f"No closing '{bracket}' found for variable: {text[start + 2 :]}"
            yield f"Variable reference close mismatch '{text[start:]}'"
            return
        if not inner:
            yield f"Empty variable reference close mismatch '{text[start:]}'"
        elif find_reference(inner, 0) >= 0:
            yield from find_errors(inner)
        elif not is_balanced(inner):
            yield f"Broken variable expression, index brackets do not balance, in '{inner}'"
        start = find_reference(text, end + 1)
