"""Selects the processes of a promise: a pattern for the command line, and a process_select body."""

from __future__ import annotations

import re

from duckrow.cfengine.evaluation.classes.expressions import read_expression
from duckrow.cfengine.evaluation.promises.ranges import read_range
from duckrow.cfengine.values.numbers import read_integer
from duckrow.cfengine.values.rvals import Call
from duckrow.machine.local_time import local_time, seconds_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.processes.table import Line, Table

    Range = tuple[int, int]

# Attributes that are ranges of integers, with their columns.
_RANGES = (
    ("pid", ("PID",)),
    ("ppid", ("PPID",)),
    ("pgid", ("PGID",)),
    ("vsize", ("VSZ", "SZ")),
    ("rsize", ("RSS",)),
    ("priority", ("NI", "PRI")),
    ("threads", ("NLWP",)),
)
# Attributes that are patterns for a whole column.
_PATTERNS = (
    ("status", ("S", "STAT")),
    ("command", ("CMD", "COMMAND")),
    ("tty", ("TTY",)),
)
_COUNTER = re.compile(r"(?:(\d+)-)?(\d+):(\d+)(?::(\d+))?")
_CLOCK = re.compile(r"(\d\d?):(\d\d?)(?::(\d\d?))?")


class Selection:
    """The parsed process_select body of a promise."""

    __slots__ = ("_context", "_is_given", "_owners", "_patterns", "_ranges", "_result", "_times")

    def __init__(self, context: Context, promise: ExpandedPromise) -> None:
        self._context = context
        self._is_given = promise.has("process_select")
        self._owners = _owners(context, promise)
        self._ranges = {name: read_range(context, promise, name) for name, _ in _RANGES}
        self._times = {
            name: read_range(context, promise, name) for name in ("ttime_range", "stime_range")
        }
        self._patterns = {name: promise.text(name) for name, _ in _PATTERNS}
        self._result = promise.text("process_result")
        if self._result is None and self._has_entries:
            context.log.error("process_select body missing its a process_result return value")

    @property
    def _has_entries(self) -> bool:
        return bool(
            self._owners
            or any(each is not None for each in self._ranges.values())
            or any(each is not None for each in self._times.values())
            or any(each is not None for each in self._patterns.values())
        )

    def select(self, table: Table, wanted: str) -> list[Line]:
        """Return the selected processes whose command line matches a pattern."""
        pattern = self._context.patterns.compile(wanted)
        if pattern is None:
            return []
        return [
            line
            for line in table.lines
            if pattern.matches(_column(line, ("CMD", "COMMAND")) or "")
            and (not self._is_given or self._holds(line, table.time))
        ]

    def _holds(self, line: Line, now: int) -> bool:
        true = self._attributes_of(line, now)
        result = self._result
        if result is None:
            # Without process_result any true attribute selects, so one must be true.
            return bool(true)
        predicate = read_expression(result)
        return predicate is not None and predicate(true.__contains__)

    def _attributes_of(self, line: Line, now: int) -> set[str]:
        """Return the names of the attributes that are true for a process."""
        found: set[str] = set()
        owner = _column(line, ("USER", "UID")) or ""
        if any(self._matches(each, owner) for each in self._owners):
            found.add("process_owner")
        for name, columns in _RANGES:
            allowed = self._ranges[name]
            if allowed is not None and self._is_in(allowed, line, columns):
                found.add(name)
        for name, columns in _PATTERNS:
            pattern, value = self._patterns[name], _column(line, columns)
            if pattern is not None and value is not None and self._matches(pattern, value):
                found.add(name)
        allowed, value = self._times["ttime_range"], _column(line, ("TIME",))
        if allowed is not None and value is not None:
            seconds = read_counter(value)
            if seconds is not None and allowed[0] <= seconds <= allowed[1]:
                found.add("ttime")
        allowed = self._times["stime_range"]
        if allowed is not None:
            start = start_time(line, now)
            if start is not None and allowed[0] <= start <= allowed[1]:
                found.add("stime")
        return found

    def _matches(self, pattern: str, text: str) -> bool:
        return self._context.patterns.full(pattern, text)

    def _is_in(self, allowed: Range, line: Line, columns: tuple[str, ...]) -> bool:
        text = _column(line, columns)
        if text is None:
            return False
        value = read_integer(text)
        if value is None:
            self._context.log.info(
                f"Failed to extract a valid integer from '{columns[0]}' => '{text}' in process list"
            )
            return False
        return allowed[0] <= value <= allowed[1]


def _owners(context: Context, promise: ExpandedPromise) -> list[str]:
    given = promise.attributes.get("process_owner")
    for each in given if isinstance(given, list) else []:
        if isinstance(each, Call):
            context.log.verbose(
                f"Function call '{each.name}' in process_select body was not resolved, skipping"
            )
    return promise.items("process_owner")


def _column(line: Line, names: tuple[str, ...]) -> str | None:
    for name in names:
        if name in line.columns:
            return line.columns[name]
    return None


def read_counter(text: str) -> int | None:
    """Parse a duration such as 2-03:04:05, in seconds.

    Two numbers are hours and minutes, as in the reference.
    """
    found = _COUNTER.match(text)
    if found is None:
        return None
    days, hours, minutes, seconds = (int(each or 0) for each in found.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def start_time(line: Line, now: int) -> int | None:
    """Return when a process started, in seconds since 1970."""
    text = _column(line, ("STIME", "START"))
    if text is None:
        return None
    found = _CLOCK.match(text)
    if found is not None:
        today = local_time(now)
        hour, minute, second = (int(each or 0) for each in found.groups())
        return int(seconds_of((*today[:3], hour, minute, second, 0, 0, -1)))
    elapsed = read_counter(line.columns.get("ELAPSED", ""))
    return None if elapsed is None else now - elapsed
