"""readstringarrayidx(array, path, comment, separator, entries, bytes): lines by number."""

from __future__ import annotations

from duckrow.cfengine.functions.line_arrays import read_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Set array[0][0], array[0][1] ...; gives how many lines there are."""
    return read_array(context, arguments, "string", numbers=True)
