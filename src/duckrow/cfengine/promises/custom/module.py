"""A promise module: a program that handles promises, through lines or JSON.

Each side begins with a header and an empty line. A request and its response are lines key=value up
to an empty line, or one line of JSON and an empty line. Either way the module may write lines
log_LEVEL=MESSAGE while it works.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.log import LEVELS
from duckrow.cfengine.values import json_parse, json_text
from duckrow.cfengine.values.json_text import JsonError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.processes.dialogue import Dialogue

# The full names of log levels; any prefix of a name is accepted.
_NAMES = {
    "critical": "critical", "errors": "error", "warnings": "warning", "notices": "notice",
    "information": "info", "verbose": "verbose", "debug": "debug",
}  # fmt: skip
_PROMISED = {"inform": "info", "info": "info", "verbose": "verbose", "error": "error"}


class Response:
    """The response of a module; `logged` counts its messages by level."""

    __slots__ = ("logged", "values")

    def __init__(self, values: dict[str, Any], logged: dict[str, int]) -> None:
        self.values = values
        self.logged = logged

    @property
    def result(self) -> str | None:
        """Return the result in the module's words."""
        found = self.values.get("result")
        return found if isinstance(found, str) else None

    def count(self, *levels: str) -> int:
        """Count the messages of some levels."""
        return sum(self.logged.get(level, 0) for level in levels)


class Module:
    """A running module."""

    __slots__ = ("_context", "_dialogue", "interpreter", "is_json", "knows_action_policy", "path")

    def __init__(
        self, context: Context, dialogue: Dialogue, interpreter: str | None, path: str
    ) -> None:
        self._context = context
        self._dialogue = dialogue
        self.interpreter = interpreter
        self.path = path
        self.is_json = False
        self.knows_action_policy = False

    def exchange_headers(self) -> bool:
        """Exchange headers; log an error and return False if the module sends no valid header."""
        version = self._context.text_of("sys.cf_version") or ""
        self._send(f"cf-agent {version} v1\n\n")
        log = self._context.log
        header = self._read_line()
        if header is None:
            log.error(f"Did not receive header from promise module '{self.path}'")
            return False
        command = f"{self.interpreter or '(null)'} {self.path}"
        if not header.endswith("\n"):
            log.error(
                f"Promise module '{command}' sent an invalid header with no newline: '{header}'"
            )
            return False
        log.debug(f"Received header from promise module: '{header[:-1]}'")
        after = self._read_line()
        if after != "\n":
            log.error(
                f"Promise module '{command}' failed to send empty line after header: "
                f"'{after or ''}'"
            )
            return False
        self._take_flags(header[:-1].split(" ")[3:])
        return True

    def _take_flags(self, flags: list[str]) -> None:
        protocols = [flag for flag in flags if flag in ("json_based", "line_based")]
        if protocols:
            self.is_json = protocols[-1] == "json_based"
        if len(protocols) > 1:
            self._context.log.warning(
                f"Ambiguous protocol specification from the custom promise module '{self.path}'. "
                "Please report this as a bug in the module"
            )
        elif not protocols:
            self._context.log.warning(
                f"Custom promise module '{self.path}' didn't fully specify protocol. Using "
                "'line_based' as the default. Please report this as a bug in the module"
            )
        self.knows_action_policy = "action_policy" in flags

    def ask(self, request: dict[str, Any], log_level: str | None = None) -> Response | None:
        """Send a request and return its response; log an error and return None if it is invalid.

        `log_level` is the promise's own: less important messages are not logged.
        """
        if self.is_json:
            self._send(json_text.compact(request) + "\n\n")
        else:
            self._send("".join(f"{line}\n" for line in _lines_of(request)) + "\n")
        return self._receive(log_level)

    def end(self) -> None:
        """Send the request to terminate."""
        self.ask({"operation": "terminate"})
        self._dialogue.close()

    def close(self) -> None:
        """End the program without a request."""
        self._dialogue.close()

    def _receive(self, log_level: str | None) -> Response | None:
        log = self._context.log
        response = Response({}, {})
        has_json = False
        while (line := self._read_line()) is not None:
            line = line.removesuffix("\n")
            if not line:
                break
            log.debug(f"Received line from module: '{line}'")
            key, equals, value = line.partition("=")
            if line.startswith("log_"):
                if equals:
                    self._log(response, key[4:], value, log_level)
                else:
                    log.error(f"Promise module sent invalid log line: '{line}'")
            elif self.is_json:
                values = _parse(line)
                if values is None:
                    log.error(f"Promise module '{self.path}' sent invalid JSON")
                    return None
                response.values, has_json = values, True
            elif not equals:
                log.error(f"Promise module sent invalid line: '{line}'")
            else:
                response.values[key] = value.split(",") if key == "result_classes" else value
        if self.is_json and not has_json:
            log.error(
                f"The '{self.path}' promise module sent an invalid/incomplete response with JSON "
                "based protocol"
            )
            return None
        messages = response.values.get("log") if self.is_json else None
        for each in messages if isinstance(messages, list) else ():
            if isinstance(each, dict):
                self._log(response, str(each.get("level")), str(each.get("message")), log_level)
        return response

    def _log(self, response: Response, written: str, message: str, log_level: str | None) -> None:
        level = _level_of(written)
        if level is None:
            return
        response.logged[level] = response.logged.get(level, 0) + 1
        if log_level is None or LEVELS[level] <= LEVELS[log_level]:
            self._context.log.write(level, message)

    def _send(self, text: str) -> None:
        self._dialogue.send(text.encode("utf-8", "surrogateescape"))

    def _read_line(self) -> str | None:
        line = self._dialogue.receive()
        return None if line is None else line.decode("utf-8", "surrogateescape")


def promised_level(text: str | None) -> str | None:
    """Return the log level in the action body of a promise, or None."""
    return None if text is None else _PROMISED.get(text, "error")


def _level_of(written: str) -> str | None:
    if not written:
        return None
    wanted = written.lower()
    return next((level for name, level in _NAMES.items() if name.startswith(wanted)), None)


def _parse(line: str) -> dict[str, Any] | None:
    try:
        found = json_parse.check(line)
    except JsonError:
        return None
    return found if isinstance(found, dict) else None


def _lines_of(request: dict[str, Any]) -> list[str]:
    """Return the lines of a request; a newline in a value is sent unchanged."""
    lines: list[str] = []
    for key, value in request.items():
        if key == "attributes":
            lines += [f"attribute_{name}={each}" for name, each in value.items()]
        else:
            lines.append(f"{key}={value}")
    return lines
