"""file_line: reads all lines of a file, and writes them all when one of them changes.

Lines are bytes with their ends. An expression sees a line with its end, decoded as the resource
says; a line that is written has an end, and so has the one before it.
"""

from __future__ import annotations

from duckrow.puppet.providers.base import ABSENT, Provider, ProviderError
from duckrow.puppet.providers.patterns import pattern_of
from duckrow.puppet.providers.system import ReportOsErrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State
    from duckrow.regexp import RubyRegexp

# Files with lines to manage are read whole.
LIMIT = 256 * 1024 * 1024


class Ruby(Provider):
    """Lines of text files."""

    name = "ruby"

    def read(self, machine: Machine, desired: Desired) -> State:
        lines = _Lines(machine, desired)
        return {"ensure": "present" if lines.is_there() else ABSENT, "line": desired["line"]}

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        lines = _Lines(machine, desired)
        if desired["replace"] == "false" and lines.match is not None and lines.matching():
            return
        before = list(lines.all)
        if lines.match is not None:
            lines.put_for_match()
        elif lines.after is not None:
            lines.put_behind()
        else:
            lines.append()
        self._write(machine, desired, lines, before)

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        lines = _Lines(machine, desired)
        before = list(lines.all)
        lines.drop()
        self._write(machine, desired, lines, before)

    def _write(
        self, machine: Machine, desired: Desired, lines: _Lines, before: list[bytes]
    ) -> None:
        if lines.all != before:
            with ReportOsErrors(desired["path"], desired=desired):
                machine.files.replace(desired["path"], lines.all, follow=True)


class _Lines:
    """The lines of the file of one resource, and the edits to them."""

    __slots__ = ("_desired", "_encoding", "after", "all", "match", "wanted")

    def __init__(self, machine: Machine, desired: Desired) -> None:
        self._desired = desired
        self._encoding = _codec(desired["encoding"])
        line = desired["line"]
        self.wanted = None if line is None else _bytes(line)
        self.all = _read(machine, desired)
        text = desired["match"]
        self.match = None if text is None else pattern_of(str(text))
        text = desired["after"]
        self.after = None if text is None else pattern_of(str(text))

    def is_there(self) -> bool:
        """Return whether the line is present; also True if there is nothing to do."""
        desired = self._desired
        has_line = any(self._is_wanted(line) for line in self.all)
        if self.match is None:
            return has_line
        has_match = bool(self.matching())
        if desired["ensure"] == ABSENT:
            return has_line or (has_match and desired["match_for_absence"] == "true")
        if not has_match:
            return has_line or desired["append_on_no_match"] == "false"
        if desired["replace_all_matches_not_matching_line"] == "true":
            return False
        return has_line or desired["replace"] == "false"

    def matching(self) -> list[int]:
        """Return the numbers of the lines that `match` is about."""
        assert self.match is not None
        found = self._found(self.match)
        if self._desired["replace_all_matches_not_matching_line"] == "true":
            return [number for number in found if not self._is_wanted(self.all[number])]
        return found

    def put_for_match(self) -> None:
        """Put the line in place of those that match, else behind another, else at the end."""
        assert self.match is not None
        assert self.wanted is not None
        count = len(self.matching())
        self._reject_several(count)
        for number in self._found(self.match):
            self.all[number] = self.wanted
        if count:
            self._end_lines()
            return
        behind = [] if self.after is None else self._found(self.after)
        self._insert(behind[:1])

    def put_behind(self) -> None:
        """Put the line behind those that `after` matches, else at the end."""
        assert self.after is not None
        behind = self._found(self.after)
        if len(behind) > 1 and self._desired["multiple"] != "true":
            raise ProviderError(
                f"{len(behind)} lines match pattern '{self._desired['after']}' in file "
                f"'{self._desired['path']}'. One or no line must match the pattern."
            )
        self._insert(behind)

    def append(self) -> None:
        """Put the line at the end."""
        self._insert([])

    def drop(self) -> None:
        """Remove the lines that match, or those that are the line itself."""
        if self._desired["match_for_absence"] == "true" and self.match is not None:
            gone = self._found(self.match)
            self._reject_several(len(gone))
            dropped = set(gone)
            self.all = [line for number, line in enumerate(self.all) if number not in dropped]
        else:
            self.all = [line for line in self.all if not self._is_wanted(line)]

    def _insert(self, behind: list[int]) -> None:
        assert self.wanted is not None
        for number in reversed(behind):
            self.all.insert(number + 1, self.wanted)
        if not behind:
            self.all.append(self.wanted)
        self._end_lines()

    def _end_lines(self) -> None:
        self.all = [line if line.endswith(b"\n") else line + b"\n" for line in self.all]

    def _reject_several(self, count: int) -> None:
        if count > 1 and self._desired["multiple"] != "true":
            raise ProviderError(
                f"More than one line in file '{self._desired['path']}' matches pattern "
                f"'{self._desired['match']}'"
            )

    def _is_wanted(self, line: bytes) -> bool:
        return _without_end(line) == self.wanted

    def _found(self, pattern: RubyRegexp) -> list[int]:
        return [
            number
            for number, line in enumerate(self.all)
            if pattern.search(self._text(line)) is not None
        ]

    def _text(self, line: bytes) -> str:
        try:
            return line.decode(self._encoding)
        except UnicodeDecodeError:
            name = str(self._desired["encoding"]).upper()
            raise ProviderError(f"invalid byte sequence in {name}") from None


def _read(machine: Machine, desired: Desired) -> list[bytes]:
    path = desired["path"]
    try:
        content = machine.files.read(path, LIMIT)
    except FileNotFoundError:
        # In no-op the resource that creates the file has not created it.
        is_noop = desired.noop
        if is_noop is None:
            is_noop = getattr(desired.catalog, "is_noop", False)
        if is_noop:
            return []
        with ReportOsErrors(path):
            raise
    except OSError:
        with ReportOsErrors(path):
            raise
    return _split(content)


def _split(content: bytes) -> list[bytes]:
    """Split after line feeds only: a carriage return alone ends no line."""
    parts = content.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def _without_end(line: bytes) -> bytes:
    if line.endswith(b"\r\n"):
        return line[:-2]
    return line[:-1] if line.endswith((b"\n", b"\r")) else line


def _codec(name: str) -> str:
    from codecs import lookup

    try:
        return lookup(name).name
    except (LookupError, ValueError):  # a null byte is a ValueError
        raise ProviderError(f"unknown encoding name - {name}") from None


def _bytes(value: object) -> bytes:
    text = value if isinstance(value, str) else str(value)
    return text.encode("utf-8", "surrogateescape")


PROVIDER = Ruby
