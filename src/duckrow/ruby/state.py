"""What lasts as long as one piece of Ruby runs: last match, steps left, classes it knows.

Methods of core classes set the last match of their caller, which Ruby keeps in the caller's frame.
Here there is one for all, in the one object of this module: templates and functions run one at a
time in a process, and nobody asks for a match that was not made a moment before.
"""

from __future__ import annotations

from duckrow.ruby.errors import LimitError
from duckrow.ruby.host import Host
from duckrow.ruby.known import Known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_STEPS = 5_000_000  # turns of loops, blocks and methods in one template or function call
MOST_CHARACTERS = 64_000_000  # of one string
MOST_ELEMENTS = 8_000_000  # of one array, which takes as much memory
MOST_MEMORY = 1_000_000_000  # bytes by which a process may grow while Ruby code builds values
MOST_DIGITS = 4200  # of a whole number; Python writes and reads few more
HUGE = 10**MOST_DIGITS
_LOOK_AFTER = 32_000_000  # characters that are built between two looks at the memory


class State:
    """The last match, the error that was rescued last, open catches, and the steps left."""

    __slots__ = ("built", "catching", "error", "known", "look_at", "match", "seen", "steps")

    def __init__(self) -> None:
        self.match: Any = None
        self.error: Any = None
        self.known = Known(
            Host()
        )  # of code that runs for no environment, until one puts its own here
        self.catching: list[Any] = []  # the tags of catch that are open
        self.steps = MOST_STEPS
        self.built = 0  # characters of strings so far; an element of an array counts as eight
        self.look_at = _LOOK_AFTER
        self.seen: tuple[int, int] = (-1, 0)  # the steps at the last look, the memory at the first


STATE = State()


def tick() -> None:
    """Count one step."""
    STATE.steps -= 1
    if STATE.steps < 0:
        raise LimitError(f"more than {MOST_STEPS} steps of Ruby code")


def check_size(count: int) -> None:
    """Refuse to build a string that would take the memory of the machine."""
    if count > MOST_CHARACTERS:
        raise LimitError(f"a string of {count} characters; the most is {MOST_CHARACTERS}")
    STATE.built += count
    STATE.steps -= count >> 14
    if STATE.built > STATE.look_at:
        _look_at_memory()


def check_elements(count: int) -> None:
    """Refuse to build an array that would take the memory of the machine."""
    if count > MOST_ELEMENTS:
        raise LimitError(f"an array of {count} elements; the most is {MOST_ELEMENTS}")
    check_size(count * (MOST_CHARACTERS // MOST_ELEMENTS))


def check_number(number: int) -> int:
    """Give a number back, unless computing with it would take for ever."""
    if not -HUGE < number < HUGE:
        raise LimitError(f"a whole number of more than {MOST_DIGITS} digits")
    return number


def _look_at_memory() -> None:
    """Refuse to go on once many values, each of them small enough, have taken the memory."""
    taken = _memory()
    steps, first = STATE.seen
    if STATE.steps > steps:  # other code has begun since
        first = taken
    STATE.seen = (STATE.steps, first)
    STATE.look_at = STATE.built + _LOOK_AFTER
    if taken - first > MOST_MEMORY:
        raise LimitError(f"values of more than {MOST_MEMORY} bytes")


def _memory() -> int:
    """Give the bytes that this process holds, or has held where only that is known."""
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


def charge(count: int) -> None:
    """Count the steps of going through so many elements at once."""
    STATE.steps -= count >> 3
    if STATE.steps < 0:
        raise LimitError(f"more than {MOST_STEPS} steps of Ruby code")
