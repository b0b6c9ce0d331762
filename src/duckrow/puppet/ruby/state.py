"""What lasts as long as one piece of Ruby runs: the last match, and how much may still be done.

Methods of core classes set the last match of their caller, which Ruby keeps in the caller's frame.
Here there is one for all, in the one object of this module: templates and functions run one at a
time in a process, and nobody asks for a match that was not made a moment before.
"""

from __future__ import annotations

from duckrow.puppet.ruby.errors import LimitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_STEPS = 5_000_000  # turns of loops, blocks and methods in one template or function call
MOST_CHARACTERS = 64_000_000  # of one string, and elements of one array


class State:
    """The last match, the error that was rescued last, open catches, and the steps left."""

    __slots__ = ("catching", "error", "match", "steps")

    def __init__(self) -> None:
        self.match: Any = None
        self.error: Any = None
        self.catching: list[Any] = []  # the tags of catch that are open
        self.steps = MOST_STEPS


STATE = State()


def tick() -> None:
    """Count one step."""
    STATE.steps -= 1
    if STATE.steps < 0:
        raise LimitError(f"more than {MOST_STEPS} steps of Ruby code")


def check_size(count: int) -> None:
    """Refuse to build what would take the memory of the machine."""
    if count > MOST_CHARACTERS:
        raise LimitError(f"a value of {count} elements; the most is {MOST_CHARACTERS}")
