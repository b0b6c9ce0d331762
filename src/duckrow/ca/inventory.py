"""inventory.txt: a line for each certificate that was issued, and never removed.

0x0003 2026-11-14T16:15:47UTC 2031-11-14T16:15:47UTC /CN=huey.lab
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TIME = "%Y-%m-%dT%H:%M:%SUTC"
_SUBJECT = "/CN="


class Entry:
    """A certificate that was issued."""

    __slots__ = ("name", "not_after", "not_before", "serial")

    def __init__(self, serial: int, not_before: datetime, not_after: datetime, name: str) -> None:
        self.serial = serial
        self.not_before = not_before
        self.not_after = not_after
        self.name = name

    def line(self) -> str:
        """Return the line of the file."""
        times = f"{time_text(self.not_before)} {time_text(self.not_after)}"
        return f"0x{self.serial:04X} {times} {_SUBJECT}{self.name}\n"


def time_text(time: datetime) -> str:
    """Return a time as the reference writes it."""
    return time.astimezone(UTC).strftime(_TIME)


def entries_in(content: bytes, name: str | None = None) -> Iterator[Entry]:
    """Return the entries of a file, or of a name in it.

    Lines that are damaged or not about a common name are left out: a killed process of another
    program may have left a line that is cut.
    """
    end = None if name is None else f"{_SUBJECT}{name}"
    for line in content.decode("utf-8", "replace").split("\n"):
        if end is not None and not line.rstrip("\r").endswith(end):
            continue
        entry = _entry(line)
        if entry is not None and name in (None, entry.name):
            yield entry


def serials_in(content: bytes) -> set[int]:
    """Return the serial numbers of a file, also those of lines that are damaged after it."""
    found = set()
    for line in content.splitlines():
        with suppress(ValueError):
            found.add(int(line.split(b" ", 1)[0], 16))
    return found


def _entry(line: str) -> Entry | None:
    serial, before, after, subject = (*line.split(" ", 3), "", "", "", "")[:4]
    if not subject.startswith(_SUBJECT):
        return None
    try:
        number = int(serial, 16)
        start, end = _time(before), _time(after)
    except ValueError:
        return None
    return Entry(number, start, end, subject.removeprefix(_SUBJECT).rstrip("\r"))


def _time(text: str) -> datetime:
    if not text.endswith("UTC"):
        raise ValueError
    return datetime.fromisoformat(text[:-3]).replace(tzinfo=UTC)  # strptime is 20 times slower


def appended(content: bytes, entry: Entry) -> bytes:
    """Return the file with one more entry, also if its last line has no end."""
    if content and not content.endswith(b"\n"):
        content += b"\n"
    return content + entry.line().encode()


def live_serials(content: bytes, name: str, now: datetime) -> list[int]:
    """Return the numbers of a name's certificates that have not expired."""
    return [each.serial for each in entries_in(content, name) if each.not_after > now]
