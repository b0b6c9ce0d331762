"""lsdir(path, pattern, with_path): the names in a directory."""

from __future__ import annotations

from duckrow.cfengine.functions.common import (
    error_text,
    in_buffer,
    is_true,
    located,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Give those that match fully, the last one that the directory has first."""
    directory, wanted = arguments[:2]
    try:
        names = context.machine.files_now.names(located(context, directory))
    except OSError as error:
        context.log.error(
            f"Directory '{directory}' could not be accessed in lsdir(), "
            f"(opendir: {error_text(error)})"
        )
        return []
    found = [
        name for name in (".", "..", *names) if not wanted or context.patterns.full(wanted, name)
    ]
    if is_true(arguments[2]):
        found = [in_buffer(f"{directory}/{name}") for name in found]
    return found[::-1]
