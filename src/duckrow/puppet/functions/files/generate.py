"""generate(command, arguments...): run a command while compiling and return its output."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.module_files import is_absolute
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_ALLOWED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-/.+")


def _generate(scope: Scope, arguments: list[Any]) -> str:
    command = arguments[0]
    if not is_absolute(scope, command):
        raise EvaluationError("Generators must be fully qualified")
    # Puppet checks each line of the name; duckrow rejects a name with several lines.
    if not _ALLOWED.issuperset(command):
        raise EvaluationError(
            "Generators can only contain alphanumerics, file separators, and dashes"
        )
    if ".." in command:
        raise EvaluationError("Can not use generators with '..' in them.")
    return _output(scope, command, [to_text(item) for item in flattened(arguments)])


def _output(scope: Scope, command: str, words: list[str]) -> str:
    world = scope.build.world
    directory = command.rstrip("/").rpartition("/")[0] or "/"
    kind = world.kind(directory)
    if kind != "directory":
        what = "Not a directory" if kind else "No such file or directory"
        raise EvaluationError(f"{what} @ dir_chdir - {directory}")
    try:
        status, data = world.run(words, directory)
    except (OSError, ValueError) as problem:
        # A command that cannot be started fails without output.
        is_missing = isinstance(problem, (FileNotFoundError, PermissionError))
        status, data = 1, b"" if is_missing else str(problem).encode()
    output = data.decode("utf-8", "surrogateescape")
    if status != 0:
        # A command killed by a signal has no exit code.
        shown = status if status > 0 else ""
        raise EvaluationError(
            f"Failed to execute generator {command}: "
            f"Execution of '{' '.join(words)}' returned {shown}: {output.strip()}"
        )
    return str(output)


GENERATE = LegacyFunction("generate", _generate, arity=-2)
