"""Room for the frames of deep calls.

Python keeps the frames of calls in pieces of memory of 16 KB, and asks the system for a new piece
when a call does not fit into the last one. A piece is returned when that call ends. Code that calls
a function again and again where a piece is just full spends its time on that. A call whose frame is
large gets a large piece, in which all calls inside of it find room.
"""

from __future__ import annotations

from types import FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

# Words of the large frame: a little more than half of a piece, whose size is a power of two. The
# frame itself stays empty, so its memory is never used.
_WORDS = (1 << 17) + 64


def _call(work: Callable[[], T]) -> T:
    return work()


_ROOMY = FunctionType(_call.__code__.replace(co_stacksize=_WORDS), globals(), "with_room")


def with_room(work: Callable[[], T]) -> T:
    """Call a function with a megabyte for the frames of all calls inside of it."""
    found: T = _ROOMY(work)
    return found
