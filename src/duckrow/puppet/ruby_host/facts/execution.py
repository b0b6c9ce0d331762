"""Facter::Core::Execution: commands of facts."""

from __future__ import annotations

import re

from duckrow.machine.processes.command import SEPARATE
from duckrow.puppet.ruby_host.facts.messages import log
from duckrow.puppet.ruby_host.util.util import with_env
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.host import TimeLimit
from duckrow.ruby.library.host.commands import CommandLine, run, words_of
from duckrow.ruby.library.host.stat import find_executable
from duckrow.ruby.values.kinds import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_QUOTED = re.compile(r"""\A(?:"(.+?)"|'(.+?)')(?:\s+(.*))?""", re.DOTALL)
_LONGEST = 300.0
_KNOWN = ("on_fail", "expand", "logger", "timeout")
_FAILURE = "Facter::Core::Execution::ExecutionFailure"


def search_paths(ruby: Interpreter) -> list[str]:
    """Return the directories that commands are searched in."""
    path = ruby.host.environment.get("PATH", "")
    return [*path.split(":"), "/sbin", "/usr/sbin"]


def which(ruby: Interpreter, _self: object, name: object) -> str | None:
    """Return the path of a command, or nil."""
    construct = "Facter::Core::Execution.which"
    return find_executable(ruby, construct, to_s(ruby, name), search_paths(ruby))


def _expand(ruby: Interpreter, self: object, command: object) -> str | None:
    """Return a command line with the whole path of its command, or nil."""
    text = to_s(ruby, command)
    match = _QUOTED.match(text)
    if match is not None:
        name, rest = match[1] or match[2], match[3]
    else:
        name, space, rest = text.partition(" ")
        rest = rest if space else None
    path = which(ruby, self, name) if name else None
    if path is None:
        return None
    shown = f"'{path}'" if re.search(r"\s", path) else path
    return shown if rest is None else f"{shown} {rest}"


def _is_builtin(ruby: Interpreter, command: str) -> bool:
    line = CommandLine(["/bin/sh", "-c", f"type {command}"], dict(ruby.host.environment), {})
    return "builtin" in from_bytes(run(ruby, line, "a command of a fact").output.content)


def execute(ruby: Interpreter, self: object, command: object, options: object = None) -> object:
    """Run a command and return its output without surrounding space."""
    given = options if isinstance(options, dict) else {}
    on_fail = given.get(symbol("on_fail"), symbol("raise"))
    expands = given.get(symbol("expand"), True) not in (None, False)
    logger = given.get(symbol("logger"))
    extra = [to_s(ruby, key) for key in given if to_s(ruby, key) not in _KNOWN]
    if extra:
        log(
            ruby,
            "warning",
            "Unexpected key passed to Facter::Core::Execution.execute option: "
            f"{','.join(extra)} - valid keys: {','.join(_KNOWN)}",
        )
    text = to_s(ruby, command)
    expanded: str | None = text
    if logger is None and (expands or not _is_builtin(ruby, text)):
        expanded = _expand(ruby, self, text)
    if expanded is None:
        if on_fail == symbol("raise"):
            raise RubyError(_FAILURE, f"Could not execute '{text}': command not found")
        return on_fail
    output, _ = _run(ruby, expanded, on_fail, logger, given.get(symbol("timeout")))
    return output


def _run(
    ruby: Interpreter, command: str, on_fail: object, logger: object, limit: object
) -> tuple[object, str]:
    log(ruby, "debug", f"Executing command: {command}")
    environment = {**ruby.host.environment, "LC_ALL": "C", "LANG": "C"}
    line = CommandLine(words_of(command), environment, {})
    seconds = float(limit) if isinstance(limit, int | float) and limit > 0 else _LONGEST
    own_limit = TimeLimit(ruby.host, seconds)
    try:
        with own_limit:
            result = run(ruby, line, "a command of a fact", errors=SEPARATE)
    except RubyError as error:
        if error.class_name == "Timeout::Error" and not own_limit.has_expired:
            raise
        message = f"Failed while executing '{command}': {error.message}"
        if logger is not None:
            log(ruby, "debug", message)
            return "", ""
        if on_fail != symbol("raise"):
            return on_fail, ""
        raise RubyError(_FAILURE, message) from None
    errors = from_bytes(result.errors.content).strip()
    if errors:
        text = f"Command {command} completed with the following stderr message: {errors}"
        if logger is not None:
            send(ruby, logger, "debug", text)
        else:
            log(ruby, "debug", text)
    return from_bytes(result.output.content).strip(), errors


def _exec(ruby: Interpreter, self: object, command: object) -> object:
    return execute(ruby, self, command, {symbol("on_fail"): None})


def _execute_command(
    ruby: Interpreter,
    _self: object,
    command: object,
    on_fail: object = None,
    logger: object = None,
    limit: object = None,
) -> list[object]:
    return list(_run(ruby, to_s(ruby, command), on_fail, logger, limit))


METHODS: dict[str, Callable[..., object]] = {
    "execute": execute,
    "exec": _exec,
    "execute_command": _execute_command,
    "which": which,
    "expand_command": _expand,
    "with_env": with_env,
    "search_paths": lambda ruby, _self: search_paths(ruby),
    "absolute_path?": lambda ruby, _self, path, *_: to_s(ruby, path).startswith("/"),
}
