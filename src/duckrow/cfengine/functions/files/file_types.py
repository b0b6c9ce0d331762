"""fileexists, filesexist, isdir, isexecutable, islink, isplain and filesize."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import collected, facts_of, scalars
from duckrow.cfengine.values.json_text import scalar_text
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def fileexists(context: Context, arguments: list[str]) -> bool:
    """Return whether a path exists; a dangling link does."""
    return facts_of(context, arguments[0]) is not None


def filesexist(context: Context, arguments: list[object]) -> bool:
    """Return whether all paths exist, following links."""
    paths = [
        scalar_text(value) for value in scalars(collected(context, "filesexist", arguments[0]))
    ]
    return bool(paths) and all(
        path is not None and facts_of(context, path, follow=True) is not None for path in paths
    )


def isdir(context: Context, arguments: list[str]) -> bool:
    """Return whether a path is a directory; links are not followed."""
    facts = facts_of(context, arguments[0])
    return facts is not None and facts.is_directory


def isexecutable(context: Context, arguments: list[str]) -> bool:
    """Return whether this user may execute a file."""
    if facts_of(context, arguments[0], follow=True) is None:
        return False
    from duckrow.cfengine.functions.helpers.command_lines import is_executable

    return is_executable(context, arguments[0])


def islink(context: Context, arguments: list[str]) -> bool:
    """Return whether a path is a symbolic link."""
    facts = facts_of(context, arguments[0])
    return facts is not None and facts.is_link


def isplain(context: Context, arguments: list[str]) -> bool:
    """Return whether a path is a regular file; links are not followed."""
    facts = facts_of(context, arguments[0])
    return facts is not None and facts.is_file


def filesize(context: Context, arguments: list[str]) -> str:
    """Return the size of a file, or of a link itself."""
    facts = facts_of(context, arguments[0])
    if facts is None:
        raise FunctionFailed
    return str(facts.size)
