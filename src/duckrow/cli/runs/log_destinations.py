"""--logdest: where messages of a run go besides, or instead of, the console.

console   standard output and error
syslog    the log of the system
FILE      lines of text; NAME.json: objects of a list that is left open, so that the next run can
          append to it; NAME.jsonl: one object for each line
"""

from __future__ import annotations

import os.path
from time import strftime

from duckrow.machine.files.private import make_private_directory
from duckrow.machine.local_time import local_time
from duckrow.machine.log_files import LogFile, SystemLog
from duckrow.source.errors import InputError
from duckrow.state.small_json import dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.state.report import LogLine

    Destination = Callable[[LogLine], object]

CONSOLE, SYSLOG = "console", "syslog"


class LogDestinations:
    """Writes every message to all destinations but the console."""

    __slots__ = ("_destinations", "has_console")

    def __init__(
        self, names: list[str], on_failure: Callable[[str], object], ident: str = "puppet-user"
    ) -> None:
        """Open the destinations; InputError for a file that cannot be opened.

        A file that can no longer be written, because its disk is full, does not stop the run:
        `on_failure` receives the first failure of each file.
        """
        self.has_console = CONSOLE in names
        self._destinations: list[Destination] = []
        for name in names:
            if name == SYSLOG:
                self._destinations.append(_to_system(SystemLog(ident)))
            elif name != CONSOLE:
                self._destinations.append(_to_file(name, on_failure))

    def __call__(self, line: LogLine) -> None:
        for write in self._destinations:
            write(line)


def _to_system(system: SystemLog) -> Destination:
    def write(line: LogLine) -> None:
        source = "" if line.source == "Puppet" else f"({line.source}) "
        for text in line.message.split("\n"):
            system.write(line.level, f"{source}{text}")

    return write


def _to_file(path: str, on_failure: Callable[[str], object]) -> Destination:
    try:
        make_private_directory(os.path.dirname(path) or ".")
        file = LogFile(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None

    has_failed = False

    def append(text: str) -> None:
        nonlocal has_failed
        try:
            file.append(text)
        except OSError as error:
            if not has_failed:
                on_failure(f"cannot write {path}: {error.strerror}; messages are missing in it")
            has_failed = True

    def write_text(line: LogLine) -> None:
        moment = local_time(line.time_ns // 1_000_000_000)
        when = strftime("%Y-%m-%d %H:%M:%S %z", moment)
        append(f"{when} {line.source} ({line.level}): {line.message}\n")

    def write_object(line: LogLine) -> None:
        data = {key: value for key, value in line.to_data().items() if value is not None}
        if path.endswith(".jsonl"):
            append(f"{dump(data)}\n")
        else:
            append(f"{'[' if file.is_empty else ','}\n{dump(data)}\n")

    return write_object if path.endswith((".json", ".jsonl")) else write_text
