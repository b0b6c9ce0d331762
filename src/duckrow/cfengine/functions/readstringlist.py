"""readstringlist(path, comment, separator, entries, bytes): the parts of a file."""

from __future__ import annotations

from duckrow.cfengine.functions.file_lists import read_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Split it where a pattern matches, without what the pattern for comments matches."""
    return read_parts(context, "readstringlist", arguments)
