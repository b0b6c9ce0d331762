"""string_upcase(text): a text in large letters."""

from __future__ import annotations

from duckrow.cfengine.functions.letters import upper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Leave what is not of ASCII as it is."""
    return upper(arguments[0])
