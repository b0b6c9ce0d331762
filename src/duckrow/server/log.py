"""The log of the server: one line for each message and for each request, on stderr.

A line is text, or an object of JSON. It begins with its time, in UTC. Messages come
from requests too, so control characters are shown as escapes and a line stays a line.
"""

from __future__ import annotations

import sys
from time import gmtime, strftime, time

from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_LONGEST = 4000  # characters of a message


class Log:
    """Writes messages of some levels and requests."""

    __slots__ = ("_has_times", "_is_json", "_least", "_write")

    def __init__(
        self,
        *,
        is_json: bool = False,
        level: str = "notice",
        has_times: bool = True,
        write: Callable[[str], object] | None = None,
    ) -> None:
        self._is_json = is_json
        self._has_times = has_times  # a journal has its own
        self._least = LEVELS.index(level)
        self._write = write or _to_stderr

    def __call__(self, level: str, message: str) -> None:
        """Write a message."""
        if LEVELS.index(level) < self._least:
            return
        if self._is_json:
            self._write_json({"level": level, "message": message})
        else:
            self._write_text(f"{level}: {one_line(message)}")

    def request(
        self, method: str, path: str, status: int, milliseconds: float, name: str, address: str
    ) -> None:
        """Write that a request was answered."""
        if self._is_json:
            self._write_json(
                {
                    "level": "info",
                    "message": "request",
                    "method": method,
                    "path": path,
                    "status": status,
                    "milliseconds": round(milliseconds, 1),
                    "certname": name,
                    "address": address,
                }
            )
        else:
            who = one_line(name) or f"{address} without a certificate"
            self._write_text(f"{method} {one_line(path)} {status} {milliseconds:.1f}ms {who}")

    def _write_text(self, line: str) -> None:
        self._write(f"{now()} {line}\n" if self._has_times else f"{line}\n")

    def _write_json(self, data: dict[str, object]) -> None:
        from json import dumps

        self._write(dumps({"time": now(), **data} if self._has_times else data) + "\n")


def now() -> str:
    """Return the time in the form of ISO 8601, with milliseconds."""
    seconds = time()
    return strftime(f"%Y-%m-%dT%H:%M:%S.{int(seconds * 1000) % 1000:03d}Z", gmtime(seconds))


def one_line(text: str) -> str:
    """Return a text on one line, with escapes for control characters, and not endlessly long."""
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "…"
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape", "surrogatepass").decode()
        for each in text
    )


def _to_stderr(line: str) -> None:
    try:
        sys.stderr.write(line)
        sys.stderr.flush()
    except OSError:
        return  # a full disk or a reader that has gone does not stop the server
