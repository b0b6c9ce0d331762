"""The interpreter: the state of one run of Ruby code.

Every method gets the interpreter as its first argument. It holds the last match, the error that was
rescued last, open catches and the steps left, which belong to one run; the classes and constants,
which all runs of an environment share; and the host, which provides files, the clock and Puppet's
values.
"""

from __future__ import annotations

from duckrow.ruby.errors import LimitError
from duckrow.ruby.host import Host
from duckrow.ruby.known import Known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.values.kinds import MatchData

MOST_STEPS = 5_000_000  # turns of loops, blocks and methods in one template or function call
MOST_CHARACTERS = 64_000_000  # of one string
MOST_ELEMENTS = 8_000_000  # of one array, which takes as much memory
MOST_MEMORY = 1_000_000_000  # bytes by which a process may grow while Ruby code builds values
MOST_DIGITS = 4200  # of a whole number; Python writes and reads few more
HUGE = 10**MOST_DIGITS
MINUS_HUGE = -HUGE  # to negate it takes longer than to add two numbers
_LOOK_AFTER = 32_000_000  # characters that are built between two looks at the memory


class Interpreter:
    """One run of Ruby code."""

    __slots__ = (
        "_built",
        "_first_memory",
        "_look_at",
        "catching",
        "error",
        "evaluated",
        "host",
        "known",
        "match",
        "plain",
        "steps",
    )

    def __init__(self, known: Known | None = None, host: Host | None = None) -> None:
        self.known = Known() if known is None else known
        self.host = Host() if host is None else host
        self.plain = self.known.plain  # methods by the kind of value: asked for at every call
        self.match: MatchData | None = None
        self.error: Exception | None = None
        self.catching: list[object] = []  # the tags of catch that are open
        self.evaluated: list[object] = []  # the objects whose instance_eval is running
        self.steps = MOST_STEPS
        self._built = 0  # characters of strings so far; an element of an array counts as eight
        self._look_at = _LOOK_AFTER
        self._first_memory: int | None = None  # memory of the process at the first check

    def tick(self) -> None:
        """Count one step."""
        self.steps -= 1
        if self.steps < 0:
            self.stop()

    def stop(self) -> None:
        """Raise the error for too many steps, unless the host gives more."""
        more = self.host.more_steps()
        if not more:
            raise LimitError(f"more than {MOST_STEPS} steps of Ruby code")
        self.steps = more

    def charge(self, count: int) -> None:
        """Count the steps of going through `count` elements at once."""
        self.steps -= count >> 3
        if self.steps < 0:
            self.stop()

    def check_size(self, count: int) -> None:
        """Raise if a string would be too long."""
        if count > MOST_CHARACTERS:
            raise LimitError(f"a string of {count} characters; the most is {MOST_CHARACTERS}")
        self._built += count
        self.steps -= count >> 14
        if self._built > self._look_at:
            self._look_at_memory()

    def check_elements(self, count: int) -> None:
        """Raise if an array would be too long."""
        if count > MOST_ELEMENTS:
            raise LimitError(f"an array of {count} elements; the most is {MOST_ELEMENTS}")
        self.check_size(count * (MOST_CHARACTERS // MOST_ELEMENTS))

    def _look_at_memory(self) -> None:
        """Raise if many small values together have taken too much memory."""
        taken = _memory()
        if self._first_memory is None:
            self._first_memory = taken
        self._look_at = self._built + _LOOK_AFTER
        if taken - self._first_memory > MOST_MEMORY:
            raise LimitError(f"values of more than {MOST_MEMORY} bytes")


def check_number(number: int) -> int:
    """Return a number, unless computing with it would take for ever."""
    if not MINUS_HUGE < number < HUGE:
        raise LimitError(f"a whole number of more than {MOST_DIGITS} digits")
    return number


def _memory() -> int:
    """Return the bytes that this process holds, or has held where only that is known."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * 4096
    except (OSError, ValueError, IndexError):
        pass
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # a system that does not say
        return 0
    return getrusage(RUSAGE_SELF).ru_maxrss * 1024
