"""The thread that writes: work is done together, and one failure does not disturb other work."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import sleep
from typing import TypeVar

from duckrow.state.writer import AwayError, Writer

Result = TypeVar("Result")


class Pond:
    """A database that is away from its second transaction on, and counts transactions."""

    def __init__(self, error: Exception) -> None:
        self.begun, self.may_go_on = Event(), Event()
        self.error = error
        self.count = 0

    def run(self, work: Callable[[int], Result]) -> Result:
        self.count += 1
        if self.count > 1:
            raise self.error
        self.begun.set()
        self.may_go_on.wait()
        return work(0)

    def close(self) -> None:
        """Keep the count."""


def tried(error: Exception) -> tuple[int, list[Exception]]:
    """Return how many transactions three works take together, and what was raised."""
    pond = Pond(error)
    writer = Writer("pond", lambda: pond)
    raised: list[Exception] = []

    def work() -> None:
        try:
            writer.do(lambda connection: connection)
        except Exception as found:
            raised.append(found)

    threads = [Thread(target=work) for _ in range(4)]
    threads[0].start()
    pond.begun.wait()
    for thread in threads[1:]:
        thread.start()
    while writer._jobs.qsize() < 3:
        sleep(0.01)
    pond.may_go_on.set()
    for thread in threads:
        thread.join()
    writer.close()
    return pond.count, raised


def test_a_database_that_is_away_is_waited_for_once() -> None:
    error = AwayError("away")
    # The first work, the three others together, and the end.
    assert tried(error) == (3, [error] * 3)


def test_work_that_fails_together_is_tried_alone() -> None:
    error = ValueError("wet")
    assert tried(error) == (6, [error] * 3)
