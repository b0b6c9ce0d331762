"""Runs many spec files with many processes.

Processes begin with what this one has: the code of duckrow, and the modules and fact sets that the
smallest file has needed, which is only loaded unless it is small enough to be run. The largest
files run first, and one that would keep a process busy to the end alone is run in parts; each part
loads the whole file.
"""

from __future__ import annotations

from copy import copy

from duckrow.machine.call_frames import with_room
from duckrow.machine.paths import status
from duckrow.machine.this_process import own_objects_again, share_objects
from duckrow.spec.example import FAILED
from duckrow.spec.runner import lost_result, run_file
from duckrow.spec.shared import Shared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future, ProcessPoolExecutor

    from duckrow.spec.runner import FileResult, Job

_LEAST = 20_000  # bytes of a file that is run in parts: a smaller one is done before they are made
_SMALL = 4  # the smallest file is that much smaller than what each process has to do
_NO_TEXT = "\0"  # which no description has: a file is loaded, and no example runs
# Where examples are about catalogs, which follow from their inputs alone.
_INDEPENDENT = ("/spec/classes/", "/spec/defines/", "/spec/hosts/")


def run_files(jobs: list[Job], count: int) -> Iterator[FileResult]:
    """Run files with up to `count` processes; the results are in the order of the files."""
    shared = _shared(jobs)
    pieces = [_parts(job, jobs, count) for job in jobs]
    results = (
        (_run(job, shared) for job in jobs)
        if count == 1 or sum(map(len, pieces)) == 1
        else _in_parallel(pieces, count, shared)
    )
    for result in results:
        yield result
        if jobs[0].stops and any(each.status == FAILED for each in result.examples):
            return


def _shared(jobs: list[Job]) -> Shared | None:
    """Return what spec files share, unless it matters what each of them reads and runs."""
    return None if any(each.measures or each.is_watched for each in jobs) else Shared()


def _parts(job: Job, jobs: list[Job], count: int) -> list[Job]:
    """Return the parts of a file that is larger than what each process has to do."""
    own = _size(job)
    is_whole = job.stops or job.seed is not None or job.measures or bool(job.lines)
    if is_whole or own < _LEAST or not any(each in job.file for each in _INDEPENDENT):
        return [job]
    if own * count <= sum(map(_size, jobs)):
        return [job]
    parts = [copy(job) for _ in range(count)]
    for number, part in enumerate(parts):
        part.part = number, count
    return parts


def _in_parallel(
    pieces: list[list[Job]], count: int, shared: Shared | None
) -> Iterator[FileResult]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    parts = sorted((each for piece in pieces for each in piece), key=_weight)
    done: dict[Job, FileResult] = {}
    total = sum(map(_weight, parts))
    if shared is not None and _weight(parts[0]) * count * _SMALL <= total:
        first = parts.pop(0)
        done[first] = _run(first, shared)
    elif shared is not None:
        first = copy(parts[0])
        first.text = _NO_TEXT
        _run(first, shared)
    share_objects()
    executor = ProcessPoolExecutor(
        min(count, len(parts)), get_context("fork"), _begin_worker, (shared,)
    )
    try:
        futures = {each: _submit(executor, each) for each in reversed(parts)}
        for piece in pieces:
            yield _joined([done.get(each) or _result(futures[each], each) for each in piece])
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
        own_objects_again()


def _submit(executor: ProcessPoolExecutor, job: Job) -> Future[FileResult] | None:
    from concurrent.futures import BrokenExecutor

    try:
        return executor.submit(_in_worker, job)
    except BrokenExecutor:  # a process has ended already
        return None


def _result(future: Future[FileResult] | None, job: Job) -> FileResult:
    """Return a result; without a process of the pool, nothing is run any more."""
    from concurrent.futures import BrokenExecutor

    try:
        return lost_result(job) if future is None else future.result()
    except BrokenExecutor:
        return lost_result(job)


def _size(job: Job) -> int:
    try:
        return status(job.file).st_size
    except OSError:  # running it says what is wrong
        return 0


def _weight(job: Job) -> float:
    return _size(job) / job.part[1]


def _joined(parts: list[FileResult]) -> FileResult:
    for each in parts[1:]:
        parts[0].add(each)
    return parts[0]


def _run(job: Job, shared: Shared | None) -> FileResult:
    return with_room(lambda: run_file(job, shared))


_SHARED: list[Shared | None] = [None]  # of the files of a worker process


def _begin_worker(shared: Shared | None) -> None:
    from duckrow.machine.processes.workers import begin_worker

    begin_worker()
    _SHARED[0] = shared


def _in_worker(job: Job) -> FileResult:
    return _run(job, _SHARED[0])
