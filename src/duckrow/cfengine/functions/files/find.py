"""findfiles, findfiles_up, search_up and lsdir: find files by patterns."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import facts_of, in_buffer, integer, is_true, located
from duckrow.cfengine.functions.helpers.globbing import find_files
from duckrow.cfengine.functions.helpers.paths import single_slashes
from duckrow.cfengine.values.numbers import INFINITE
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Data, Json


def findfiles(context: Context, arguments: list[str]) -> list[str]:
    """Return the files that match shell patterns, each once."""
    found: dict[str, None] = {}
    for each in arguments:
        if not each.startswith("/"):
            context.log.warning(f"Non-absolute path in findfiles(), skipping: {each}")
            continue
        for path in find_files(context.machine.files_now, each):
            context.log.verbose(f"findfiles pattern '{each}' found match '{path}'")
            found.setdefault(path)
    return list(found)


def findfiles_up(context: Context, arguments: list[str]) -> Data:
    """Search a directory and the directories above it."""
    return find_up(context, "findfiles_up", arguments)


def find_up(context: Context, function: str, arguments: list[str]) -> Data:
    """Search upwards for a function, which messages name."""
    if len(arguments) < 2:
        missing = "glob as second" if arguments else "path as first"
        raise FunctionFailed(f"Function {function} requires {missing} argument")
    path, pattern = arguments[0], arguments[1]
    if not path.startswith("/"):
        raise FunctionFailed(f"Function {function}, not an absolute path '{path}'")
    facts = facts_of(context, path, follow=True)
    if facts is None or not facts.is_directory:
        raise FunctionFailed(f"Function {function}, path '{path}' is not a directory")
    if pattern.startswith("/"):
        raise FunctionFailed(f"Function {function}, glob '{pattern}' cannot be an absolute path")
    path = single_slashes(path).rstrip("/")
    pattern = single_slashes(pattern)
    levels = integer(context, arguments[2]) if len(arguments) > 2 else INFINITE
    found: list[Json] = []
    while levels >= 0:
        found += find_files(context.machine.files_now, f"{path}/{pattern}")
        if "/" not in path:
            break
        path = path.rpartition("/")[0]
        levels -= 1
    return Data(found)


def search_up(context: Context, arguments: list[str]) -> Data:
    """Do the same as findfiles_up."""
    return find_up(context, "search_up", arguments)


def lsdir(context: Context, arguments: list[str]) -> list[str]:
    """Return the matching names of a directory."""
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
