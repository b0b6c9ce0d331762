"""Compare many nodes on several cores; results come as they are ready.

Every worker has both versions open, and all workers share the code cache on disk. Nodes go out in
small pieces, in the order of the list, so that a slow node does not hold up the end.
"""

from __future__ import annotations

from duckrow.diff.nodes import Comparison
from duckrow.puppet.loaders.sources import Sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from duckrow.diff.nodes import Options
    from duckrow.diff.report import NodeResult
    from duckrow.diff.versions import NodeInput, VersionName

    Work = tuple[VersionName, VersionName, Options, str | None]

MOST_WAITING = 4  # pieces for each worker that are out at the same time
PIECE = 8  # nodes


def compare_nodes(work: Work, nodes: Sequence[NodeInput], jobs: int) -> Iterator[NodeResult]:
    """Compare nodes with up to `jobs` processes."""
    if jobs == 1 or len(nodes) < 2 * jobs:
        return _in_this_process(work, nodes)
    return _in_parallel(work, nodes, jobs)


def _in_this_process(work: Work, nodes: Sequence[NodeInput]) -> Iterator[NodeResult]:
    comparison = open_comparison(work)
    try:
        for each in nodes:
            yield comparison.compare(each)
    finally:
        comparison.close()


def open_comparison(work: Work) -> Comparison:
    """Open both versions."""
    old, new, options, cache_directory = work
    cache = None
    if cache_directory is not None:
        from duckrow.puppet.compiler.cache import Cache

        cache = Cache(cache_directory)
    return Comparison(old, new, options, Sources(cache, remembers=True))


def _in_parallel(work: Work, nodes: Sequence[NodeInput], jobs: int) -> Iterator[NodeResult]:
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

    executor = ProcessPoolExecutor(jobs, initializer=_begin_worker, initargs=(work,))
    pieces = (nodes[start : start + PIECE] for start in range(0, len(nodes), PIECE))
    out: set[Future[list[NodeResult]]] = set()
    try:
        for piece in pieces:
            out.add(executor.submit(_in_worker, list(piece)))
            if len(out) >= MOST_WAITING * jobs:
                done, out = wait(out, return_when=FIRST_COMPLETED)
                for each in done:
                    yield from each.result()
        while out:
            done, out = wait(out, return_when=FIRST_COMPLETED)
            for each in done:
                yield from each.result()
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


_COMPARISONS: list[Comparison] = []  # of a worker process


def _begin_worker(work: Work) -> None:
    from duckrow.machine.processes.workers import begin_worker

    begin_worker()
    _COMPARISONS.append(open_comparison(work))


def _in_worker(nodes: list[NodeInput]) -> list[NodeResult]:
    return [_COMPARISONS[0].compare(each) for each in nodes]
