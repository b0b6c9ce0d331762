"""translatepath(path): a path as this kind of system writes it."""

from __future__ import annotations

from duckrow.cfengine.functions.common import BUFFER, in_buffer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Leave it as it is: slashes are slashes here."""
    return in_buffer(arguments[0], BUFFER)
