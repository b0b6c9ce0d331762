"""Do one thing for many items in threads: for work that waits for the network or the disk."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    T = TypeVar("T")
    R = TypeVar("R")

THREADS = 8


def in_parallel(work: Callable[[T], R], items: Sequence[T], threads: int = THREADS) -> Iterator[R]:
    """Yield the results as they come. The first error ends the rest and is raised."""
    if len(items) < 2:
        for item in items:
            yield work(item)
        return
    from concurrent.futures import ThreadPoolExecutor, as_completed

    with ThreadPoolExecutor(min(threads, len(items))) as pool:
        waiting = [pool.submit(work, item) for item in items]
        try:
            for done in as_completed(waiting):
                yield done.result()
        except BaseException:
            for each in waiting:
                each.cancel()
            raise
