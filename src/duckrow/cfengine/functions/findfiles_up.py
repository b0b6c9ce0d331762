"""findfiles_up(path, pattern, levels): the files that a pattern matches, here and above."""

from __future__ import annotations

from duckrow.cfengine.functions.common import facts_of, integer
from duckrow.cfengine.functions.globbing import find_files
from duckrow.cfengine.functions.paths import single_slashes
from duckrow.cfengine.values.numbers import INFINITE
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


def call(context: Context, arguments: list[str]) -> Data:
    """Search a directory, then each directory above it, as many levels as are wanted."""
    return find_up(context, "findfiles_up", arguments)


def find_up(context: Context, function: str, arguments: list[str]) -> Data:
    """Do so for a function, which its complaints name."""
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
