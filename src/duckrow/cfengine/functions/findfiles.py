"""findfiles(patterns ...): the files that patterns of a shell match."""

from __future__ import annotations

from duckrow.cfengine.functions.globbing import find_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Give each path once; patterns that do not begin at the root are left out."""
    found: dict[str, None] = {}
    for each in arguments:
        if not each.startswith("/"):
            context.log.warning(f"Non-absolute path in findfiles(), skipping: {each}")
            continue
        for path in find_files(context.machine.files_now, each):
            context.log.verbose(f"findfiles pattern '{each}' found match '{path}'")
            found.setdefault(path)
    return list(found)
