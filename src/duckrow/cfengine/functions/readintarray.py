"""readintarray(array, path, comment, separator, entries, bytes): lines as an array."""

from __future__ import annotations

from duckrow.cfengine.functions.line_arrays import read_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Set array[first field][0], array[first field][1] ...; gives how many lines there are."""
    return read_array(context, arguments, "int")
