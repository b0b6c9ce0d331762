"""Check many inputs on several cores, with results in input order.

Starting processes costs more than checking a few files, so a small job stays in this process.
Workers end with the command however it ends: Ctrl-C reaches them too, and they watch for the death
of their parent.
"""

from __future__ import annotations

from itertools import repeat

from duckrow.cli.checks.check import check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cli.checks.check import Checked, Rules
    from duckrow.cli.inputs import Input

ENOUGH_BYTES = 500_000  # bytes; below this, one core finishes before a second one has started


def is_long(inputs: list[Input]) -> bool:
    """Return whether the work justifies several processes and a progress bar."""
    return len(inputs) > 1 and sum(given.size for given in inputs) >= ENOUGH_BYTES


def check_all(inputs: list[Input], rules: Rules, jobs: int) -> Iterator[Checked]:
    """Check every input with up to `jobs` processes."""
    if jobs == 1 or not is_long(inputs):
        return (check(given, rules) for given in inputs)
    return _check_in_parallel(inputs, rules, min(jobs, len(inputs)))


def _check_in_parallel(inputs: list[Input], rules: Rules, jobs: int) -> Iterator[Checked]:
    from concurrent.futures import ProcessPoolExecutor

    from duckrow.machine.processes.workers import begin_worker

    # Chunks are small enough to keep every core busy to the end.
    piece = max(1, min(16, len(inputs) // (jobs * 8)))
    executor = ProcessPoolExecutor(jobs, initializer=begin_worker)
    try:
        yield from executor.map(check, inputs, repeat(rules), chunksize=piece)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
