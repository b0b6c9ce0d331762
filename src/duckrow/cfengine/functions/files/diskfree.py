"""diskfree(directory)."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import located
from duckrow.machine.errors import error_text
from duckrow.machine.files.extra import free_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def diskfree(context: Context, arguments: list[str]) -> str:
    """Return the free space for users in units of 1024 bytes, 0 if unknown."""
    path = arguments[0]
    try:
        free = free_bytes(context.machine.files_now.on_host(located(context, path)))
    except OSError as error:
        context.log.error(
            f"Couldn't get filesystem info for '{path}'. (statfs: {error_text(error)})"
        )
        free = 0
    return str(free // 1024)
