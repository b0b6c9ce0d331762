"""getenv(name, bytes)."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import BUFFER, integer
from duckrow.machine.this_process import raw_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def getenv(context: Context, arguments: list[str]) -> str:
    """Return an environment variable, empty if it is not set."""
    limit = min(integer(context, arguments[1]), BUFFER - 2)
    value = raw_environment().get(arguments[0].encode("utf-8", "surrogateescape"), b"")
    return value[: limit if limit >= 0 else None].decode("utf-8", "surrogateescape")
