"""Work in a forked process whose answer comes back as bytes.

A process that lives long and does a large piece of work seldom stays small in this way: modules
and memory of the work end with it.
"""

from __future__ import annotations

import os
from select import POLLIN, poll
from signal import SIGKILL
from time import monotonic

from duckrow.machine.processes.background import start_background, wait_for
from duckrow.machine.processes.run import PIECE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def answer_of(
    work: Callable[[], bytes], longest: float, interrupt: int | None = None
) -> bytes | None:
    """Return the answer of some work.

    It is None if the work fails, takes more than `longest` seconds, or if the descriptor
    `interrupt` becomes readable before.
    """
    reading, writing = os.pipe()

    def answer() -> None:
        os.close(reading)
        found = work()
        with open(writing, "wb") as file:
            # The first byte tells an empty answer from none.
            file.write(b"!" + found)

    child = start_background(answer)
    os.close(writing)
    content = _read_all(reading, longest, interrupt)
    os.close(reading)
    if content is None:
        os.kill(child, SIGKILL)
    wait_for(child)
    return content[1:] if content else None


def _read_all(reading: int, longest: float, interrupt: int | None) -> bytes | None:
    poller = poll()
    poller.register(reading, POLLIN)
    if interrupt is not None:
        poller.register(interrupt, POLLIN)
    pieces: list[bytes] = []
    until = monotonic() + longest
    while True:
        ready = [number for number, _ in poller.poll(max(0.0, 1000 * (until - monotonic())))]
        if reading not in ready:
            return None
        piece = os.read(reading, PIECE)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
