"""Log messages on the screen, as the reference prints them, or as JSON.

Notice: Scope(Class[main]): hello
Warning: Unknown variable: 'x'. (file: site.pp, line: 1, column: 8)
"""

from __future__ import annotations

from duckrow.source.levels import from_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cli.console import Console
    from duckrow.puppet.catalog.build import LogEntry

_WORDS = {"err": "Error", "emerg": "Emergency", "crit": "Critical"}
_COLORS = {"debug": "0;36", "info": "0;32", "notice": "", "warning": "1;33"}
_RED = "1;31"
_RESET = "\x1b[0m"


class Printer:
    """Prints messages from a given level on."""

    __slots__ = ("_console", "_levels")

    def __init__(self, console: Console, level: str) -> None:
        self._console = console
        self._levels = frozenset(from_level(console.level(level)))

    def __call__(self, entry: LogEntry) -> None:
        if entry.level not in self._levels:
            return
        console = self._console
        if console.json:
            at = entry.location
            place = {} if at is None else {"file": at.file, "line": at.line, "column": at.column}
            code = entry.code or "log"
            console.write_record(entry.level, entry.message, code, **place, source=entry.source)
            return
        line = full_line(entry.level, entry.source, full_message(entry))
        console.write_error(f"{colored(entry.level, line) if console.color else line}\n")


def full_line(level: str, source: str, message: str) -> str:
    """Return a message with its level and source."""
    word = _WORDS.get(level) or level.capitalize()
    return f"{word}: {message}" if source == "Puppet" else f"{word}: {source}: {message}"


def colored(level: str, line: str) -> str:
    """Return a line in the colour of its level; restore the colour after inner resets."""
    color = f"\x1b[{_COLORS.get(level, _RED)}m"
    return color + line.replace(_RESET, color) + _RESET


def full_message(entry: LogEntry) -> str:
    """Return a message with its location, if its issue is known."""
    if entry.location is None or not entry.code:
        return entry.message
    words = entry.location.words()
    return f"{entry.message} {words}" if words else entry.message


def to_data(entry: LogEntry) -> dict[str, Any]:
    """Return a message as data."""
    data: dict[str, Any] = {
        "level": entry.level,
        "source": entry.source,
        "message": full_message(entry),
    }
    location = entry.location
    if location is not None:
        named = (("file", location.file), ("line", location.line), ("pos", location.column))
        data.update({name: value for name, value in named if value is not None})
    if entry.code:
        data["issue"] = entry.code.upper().replace("-", "_")
    return data
