"""diskfree(directory): the space left on a file system, in units of 1024 bytes."""

from __future__ import annotations

from duckrow.cfengine.functions.common import error_text, located
from duckrow.machine.files.extra import free_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Give what is left for users; 0 when nobody knows."""
    path = arguments[0]
    try:
        free = free_bytes(context.machine.files_now.on_host(located(context, path)))
    except OSError as error:
        context.log.error(
            f"Couldn't get filesystem info for '{path}'. (statfs: {error_text(error)})"
        )
        free = 0
    return str(free // 1024)
