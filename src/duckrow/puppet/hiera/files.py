"""Data files, parsed once: read again only when their stamp has changed."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.source.bounded_cache import BoundedCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.hiera.about import About
    from duckrow.puppet.hiera.stamps import Stamps


# Of the files whose data an environment keeps, and keys in it: a fleet may have files without end.
MOST_BYTES = 32 * 1024 * 1024
MOST_KEYS = 1_000_000

# Where reading ends, as the reference's platform names it.
_STEPS = {IsADirectoryError: "io_fread", FileNotFoundError: "rb_file_s_stat"}


class Files:
    """What was made of files, by path and by what made it."""

    __slots__ = ("_about", "_known")

    def __init__(self) -> None:
        self._known = BoundedCache(MOST_BYTES, each=500)
        self._about = BoundedCache(MOST_KEYS, each=10)

    def about(self, data: dict[Any, Any]) -> About:
        """Give what is known about a hash that was read from a file."""
        found: About | None = self._about.get(id(data))
        if found is None or found.data is not data:
            from duckrow.puppet.hiera.about import About

            found = About(data)
            self._about.keep(id(data), found, len(data))
        return found

    def load(
        self,
        world: Any,
        path: str,
        kind: str,
        read: Callable[[bytes], Any],
        stamps: Stamps | None = None,
    ) -> Any:
        """Give what `read` makes of the content of a file; `kind` names what it does.

        `stamps` has those that were looked at already.
        """
        stamp = world.stamp(path) if stamps is None else stamps.of(path)
        known = self._known.get((path, kind))
        if known is not None and stamp is not None and known[0] == stamp:
            return known[1]
        try:
            content = world.read(path)
        except OSError as error:
            step = _STEPS.get(type(error), "rb_sysopen")
            raise EvaluationError(f"{error.strerror} @ {step} - {path}") from None
        made = read(content)
        self._known.keep((path, kind), (stamp, made), len(content))
        return made


def memo_of(build: Any) -> dict[str, Any]:
    """Give where things are kept that compiles of one environment share."""
    memo: dict[str, Any] | None = getattr(build.environment, "memo", None)
    return build.memo if memo is None else memo


def files_of(build: Any) -> Files:
    """Give the files of a compile: those of its environment, which many compiles share."""
    memo = memo_of(build)
    found: Files | None = memo.get("hiera.files")
    if found is None:
        found = memo["hiera.files"] = Files()
    return found
