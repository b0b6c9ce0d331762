"""A package module: a program that lists, installs and removes packages.

It runs once for each request, with the request as its argument and lines key=value as its input,
and prints such lines.
"""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.byte_strings import lines_of
from duckrow.cfengine.functions.helpers.command_lines import (
    command_directory,
    show_errors,
    split_command,
)
from duckrow.cfengine.values.numbers import read_integer
from duckrow.machine.processes.command import SEPARATE, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Body

_LONGEST = 4 * 3600.0
_LIMIT = 256 * 1024 * 1024


class ModuleBody:
    """A package_module body; times are in minutes, or None if they are not numbers."""

    __slots__ = ("installed_after", "interpreter", "name", "options", "path", "updates_after")

    def __init__(self, name: str) -> None:
        self.name = name
        self.installed_after: int | None = 0
        self.updates_after: int | None = 0
        self.options: list[str] = []
        self.interpreter = ""
        self.path = ""


def module_body(context: Context, name: str | None) -> ModuleBody | None:
    """Find a package_module body by its name, in any namespace, and evaluate it."""
    found = next(
        (
            each
            for each in context.policy.bodies
            if each.kind == "package_module" and each.name == name
        ),
        None,
    )
    if found is None:
        return None
    body = ModuleBody(found.name)
    # It is the same for all promises, so variables of promises and their bundles are unknown.
    frame, this = context.frame, context.this
    context.frame, context.this = None, None
    try:
        _read_body(context, found, body)
    finally:
        context.frame, context.this = frame, this
    return body


def _read_body(context: Context, found: Body, body: ModuleBody) -> None:
    for attribute in found.attributes:
        if not context.is_defined(attribute.guard):
            continue
        value: Any = context.evaluate(attribute.value)
        if attribute.name == "query_installed_ifelapsed":
            body.installed_after = read_integer(str(value))
        elif attribute.name == "query_updates_ifelapsed":
            body.updates_after = read_integer(str(value))
        elif attribute.name == "default_options":
            given = value if isinstance(value, list) else [value]
            body.options = [each for each in given if isinstance(each, str) and each != "cf_null"]
        elif attribute.name == "interpreter":
            body.interpreter = str(value)
        elif attribute.name == "module_path":
            body.path = str(value)


class Module:
    """A module that can be run."""

    __slots__ = ("_argv", "_context", "body")

    def __init__(self, context: Context, body: ModuleBody, argv: list[str]) -> None:
        self._context = context
        self.body = body
        self._argv = argv

    def ask(self, request: str, lines: str) -> list[str] | None:
        """Return the lines of an answer; None if the module failed."""
        command = Command(
            [*self._argv, request],
            directory=command_directory(self._context),
            stdin=lines.encode("utf-8", "surrogateescape"),
            errors=SEPARATE,
            timeout=_LONGEST,
            limit=_LIMIT,
        )
        shown = " ".join(command.argv)
        try:
            result = self._context.machine.commands.run(command)
        except OSError:
            self._context.log.info(f"Some error occurred while communicating with {shown}")
            return None
        show_errors(result.errors.content)
        if not result.is_success:
            code = -1 if result.signal is not None else result.status
            self._context.log.verbose(
                f"Command '{shown}' returned with non zero return code: {code}"
            )
            return None
        return lines_of(result.text)


def open_module(context: Context, body: ModuleBody) -> Module | None:
    """Check that a module exists, is executable and supports our protocol version."""
    path = body.path or f"{context.options.work_directory}/modules/packages/{body.name}"
    log = context.log
    if body.interpreter:
        argv = [*split_command(body.interpreter), path]
        if not _is_program(context, argv[0]):
            log.error(
                f"Cannot find package module interpreter at location '{argv[0]}' or access to "
                f"the file is restricted: {_reason(context, argv[0])}"
            )
            return None
        if not _exists(context, path):
            log.error(
                f"Cannot find package module script at location '{path}' or access to the file "
                f"is restricted: {_reason(context, path)}"
            )
            return None
    else:
        argv = [path]
        if not _is_program(context, path):
            log.error(
                f"Cannot find package module at location '{path}' or access to file is "
                f"restricted: {_reason(context, path)}"
            )
            return None
    module = Module(context, body, argv)
    log.debug("Getting supported API version.")
    answer = module.ask("supports-api-version", "")
    if answer is None:
        log.info("Error occurred while getting supported API version.")
    version = -1
    if answer is not None and len(answer) == 1:
        version = read_integer(answer[0]) or 0
    if version != 1:
        log.error(f"Unsupported package module wrapper API version: {version}")
        return None
    return module


def _is_program(context: Context, path: str) -> bool:
    return "/" in path and context.machine.commands.find(path) is not None


def _exists(context: Context, path: str) -> bool:
    try:
        return context.machine.files_now.facts(path, follow=True) is not None
    except OSError:
        return False


def _reason(context: Context, path: str) -> str:
    return "Permission denied" if _exists(context, path) else "No such file or directory"
