"""validate_cmd and validate_augeas: file content that a program checks."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_errors import kind_of
from duckrow.puppet.functions.helpers.ruby_text import inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.world import FILE_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


_SHELL = frozenset("*?{}[]<>()~&|\\$;'`\"\n#=")  # characters that need a shell


def _validate_cmd(scope: Scope, arguments: list[object]) -> None:
    """Fail if a command rejects a file with the content."""
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


VALIDATE_CMD = LegacyFunction("validate_cmd", _validate_cmd, is_statement=True)

_UNAVAILABLE = (
    "validate_augeas(): this function requires the augeas feature. See "
    "http://docs.puppetlabs.com/guides/augeas.html#pre-requisites for how to activate it."
)


def _validate_augeas(_scope: Scope, arguments: list[object]) -> None:
    """Fail: Augeas is not available."""
    if not 2 <= len(arguments) <= 4:
        raise EvaluationError(
            f"validate_augeas(): wrong number of arguments ({len(arguments)}; must be 2, 3, or 4)"
        )
    raise EvaluationError(_UNAVAILABLE)


VALIDATE_AUGEAS = LegacyFunction("validate_augeas", _validate_augeas, is_statement=True)
