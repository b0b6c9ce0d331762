"""Compare many nodes on many machines, with Dask.

The bundle of both versions goes to each worker once; a worker keeps the versions open as long as it
lives. Dask gives the nodes of a worker that is lost to others. Pieces that no worker survives are
results with an error. What lies outside the two trees, such as modules on the basemodulepath, must
be on the machines of the workers.
"""

from __future__ import annotations

from threading import Lock

from duckrow.diff.bundles import PackedObjects, make_bundle
from duckrow.diff.nodes import Comparison
from duckrow.diff.report import FAILED, error_item, result_of
from duckrow.puppet.loaders.sources import Sources
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from duckrow.diff.nodes import Options
    from duckrow.diff.pool import Work
    from duckrow.diff.report import NodeResult
    from duckrow.diff.versions import NodeInput, VersionName

PIECE = 8  # nodes
MOST_WAITING = 6  # pieces for each thread of a worker that are out at the same time
SECONDS = 30  # to reach the scheduler


def compare_on_cluster(
    work: Work, nodes: Sequence[NodeInput], address: str
) -> Iterator[NodeResult]:
    """Compare nodes on the workers of a scheduler; results come as they are ready."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise InputError(
            "Dask is not installed", hint="pip install 'duckrow[fleet]' here and on the workers"
        ) from None
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot reach the scheduler {address}: {error}") from None
    with client:
        old, new, options, cache = work
        digest, bundle, (old, new) = make_bundle((old, new))
        shipped = client.scatter(bundle, broadcast=True)
        waiting = [list(nodes[start : start + PIECE]) for start in range(0, len(nodes), PIECE)]
        waiting.reverse()
        pieces: dict[str, list[NodeInput]] = {}
        running = as_completed(loop=client.loop)

        def submit() -> None:
            piece = waiting.pop()
            future = client.submit(
                compare_piece, shipped, (digest, old, new, options, cache), piece, pure=False
            )
            pieces[future.key] = piece
            running.add(future)

        threads = sum(client.nthreads().values()) or 1
        for _ in range(min(len(waiting), MOST_WAITING * threads)):
            submit()
        for future in running:
            piece = pieces.pop(future.key)
            if future.status == "finished":
                yield from future.result()
            elif len(piece) > 1:  # one of them may end its worker: find out which
                waiting += [[each] for each in piece]
            else:
                yield _lost(piece[0].name, future.exception())
            future.release()
            while waiting and len(pieces) < MOST_WAITING * threads:
                submit()


def _lost(node: str, error: BaseException | None) -> NodeResult:
    text = f"no worker could compare this node: {type(error).__name__}"
    return result_of(node, [error_item("node", text)], FAILED)


class _Open:
    """The comparison that a worker keeps open, by the digest of its bundle and its options."""

    __slots__ = ("comparison", "key", "lock")

    def __init__(self) -> None:
        self.key: object = None
        self.comparison: Comparison | None = None
        self.lock = Lock()


_OPEN = _Open()  # of this process


def compare_piece(
    bundle: bytes, work: tuple[str, VersionName, VersionName, Options, str | None], nodes: Any
) -> list[NodeResult]:
    """Compare some nodes, in a worker."""
    digest, old, new, options, cache_directory = work
    key = (digest, old.tree, new.tree, repr(options.key()))
    with _OPEN.lock:  # a worker with several threads compares with one of them
        if _OPEN.comparison is None or _OPEN.key != key:
            cache = None
            if cache_directory is not None:
                from duckrow.puppet.compiler.cache import Cache

                cache = Cache(cache_directory)
            objects = PackedObjects(bundle)
            sources = Sources(cache, remembers=True)
            _OPEN.comparison = Comparison(old, new, options, sources, objects)
            _OPEN.key = key
        return [_OPEN.comparison.compare(each) for each in nodes]
