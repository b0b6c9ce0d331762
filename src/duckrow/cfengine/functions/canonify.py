"""canonify(text): the text as the name of a class."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes import canonify
from duckrow.cfengine.functions.common import in_buffer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Put an underscore for every byte that may not stand in a name."""
    return canonify(in_buffer(arguments[0]))
