"""Which lines of an output are mailed, and whether two outputs differ in them."""

from __future__ import annotations

import re
from itertools import zip_longest

from duckrow.machine.paths import open_to_read
from duckrow.regexp.pcre.patterns import Patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.evaluation.messages.log import Log

# With --timestamp, lines begin with the time, and a message begins after its level.
_TIME = re.compile(r"20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d", re.ASCII)


class Filter:
    """The patterns of mailfilter_include and mailfilter_exclude; each matches whole lines."""

    __slots__ = ("_exclude", "_include", "_patterns")

    def __init__(self, include: list[str], exclude: list[str], log: Log) -> None:
        self._patterns = Patterns(log.error)
        self._include = [each for each in include if self._patterns.compile(each) is not None]
        self._exclude = [each for each in exclude if self._patterns.compile(each) is not None]

    def lines(self, path: str) -> Iterator[str]:
        """Yield the lines of a file that pass; one that cannot be read has none."""
        try:
            file = open_to_read(path)
        except OSError:
            return
        with file:
            for content in file:
                line = content.rstrip(b"\n").decode("utf-8", "surrogateescape")
                if self._passes(line):
                    yield line

    def _passes(self, line: str) -> bool:
        full = self._patterns.full
        if self._include and not any(full(each, line) for each in self._include):
            return False
        return not any(full(each, line) for each in self._exclude)


def is_new(path: str, previous: str, wanted: Filter) -> bool:
    """Return whether an output has lines that pass, and differs in them from the previous one."""
    has_lines = False
    for new, old in zip_longest(wanted.lines(path), wanted.lines(previous)):
        has_lines = has_lines or new is not None
        if new is None or old is None:
            # Without a line there is nothing to mail, even if there was one before.
            return has_lines
        if _without_time(new) != _without_time(old):
            return True
    return False


def _without_time(line: str) -> str:
    if _TIME.match(line):
        _, colon, rest = line.partition(": ")
        return rest if colon else line
    return line
