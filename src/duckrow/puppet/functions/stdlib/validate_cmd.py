"""Refuse content that a command, given a file with it, does not accept."""

from __future__ import annotations

import re

from duckrow.puppet.functions.no_conversion import kind_of
from duckrow.puppet.functions.platform_text import inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.world import FILE_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


_SHELL = frozenset("*?{}[]<>()~&|\\$;'`\"\n#=")  # what a command line needs a shell for


def _validate_cmd(scope: Scope, arguments: list[Any]) -> None:
    if len(arguments) not in (2, 3):
        raise EvaluationError(
            f"validate_cmd(): wrong number of arguments ({len(arguments)}; must be 2 or 3)"
        )
    content, command = arguments[:2]
    message = arguments[2] if len(arguments) > 2 else None
    if message is None or message is False:
        message = f"validate_cmd(): failed to validate content with command {inspect(command)}"
    if type(command) is not str:
        wrong = f"TypeError no implicit conversion of {kind_of(command)} into String"
        raise EvaluationError(f"{to_text(message)}\n{wrong}")
    failure = _tried(scope, to_text(content), command)
    if failure is not None:
        raise EvaluationError(f"{to_text(message)}\n{failure}")


def _tried(scope: Scope, content: str, command: str) -> str | None:
    """Run the command on a temporary file with the content; return the error message, or None."""
    if re.search(r"(?m)\s%(\s|$)", command):
        line = command.replace("%", FILE_NAME)
    else:
        line = f"{command} {FILE_NAME}"
    if not _SHELL.isdisjoint(command):
        raise EvaluationError(
            f"validate_cmd(): the command {inspect(command)} needs a shell, which is not run "
            "here; name a program and its arguments"
        )
    data = content.encode("utf-8", "surrogateescape")
    name, status, output = scope.build.world.run_on_file(line.split(), data)
    if status == 0:
        return None
    line = line.replace(FILE_NAME, name)
    said = output.decode("utf-8", "surrogateescape").strip()
    return f"Execution of '{line}' returned {status if status >= 0 else ''}: {said}"


FUNCTION = LegacyFunction("validate_cmd", _validate_cmd, is_statement=True)
