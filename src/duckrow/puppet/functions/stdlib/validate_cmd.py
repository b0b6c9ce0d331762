"""Refuse content that a command, given a file with it, does not accept."""

from __future__ import annotations

import re

from duckrow.puppet.functions.no_conversion import kind_of
from duckrow.puppet.functions.platform_text import inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

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
    """Run the command on a file that is there only for it; tell what went wrong, if anything."""
    from tempfile import NamedTemporaryFile

    with NamedTemporaryFile(prefix="validate_cmd") as file:
        file.write(content.encode("utf-8", "surrogateescape"))
        file.flush()
        if re.search(r"(?m)\s%(\s|$)", command):
            line = command.replace("%", file.name)
        else:
            line = f"{command} {file.name}"
        if not _SHELL.isdisjoint(command):
            raise EvaluationError(
                f"validate_cmd(): the command {inspect(command)} needs a shell, which is not run "
                "here; name a program and its arguments"
            )
        status, output = _run(scope, line.split())
    shown = status if status >= 0 else ""
    return None if status == 0 else f"Execution of '{line}' returned {shown}: {output.strip()}"


def _run(scope: Scope, words: list[str]) -> tuple[int, str]:
    try:
        status, data = scope.build.world.run(words, ".")
    except (OSError, ValueError):
        return 1, ""  # what cannot be started has said nothing, and failed
    return status, data.decode("utf-8", "surrogateescape")


FUNCTION = LegacyFunction("validate_cmd", _validate_cmd, is_statement=True)
