"""Size limits of a data file.

A small text can expand to a giant value: aliases of aliases, or endless brackets. Each limit is far
above the needs of real data and far below the memory of a host.
"""

from __future__ import annotations

from duckrow.data.errors import LimitError

MOST_BYTES = 64 * 1024 * 1024
MOST_DEPTH = 200
# Values that appear only through aliases, each counted as often as it appears.
MOST_ALIASED = 1_000_000


def check_size(content: bytes, file: str) -> None:
    """Reject a text that is too long."""
    if len(content) > MOST_BYTES:
        raise LimitError(f"({file}): the file has {len(content)} bytes; the limit is {MOST_BYTES}")


def too_deep(file: str, line: int | None = None) -> LimitError:
    at = f" at line {line}" if line else ""
    return LimitError(f"({file}): the data is nested more than {MOST_DEPTH} levels deep{at}")


def too_many_aliases(file: str, line: int) -> LimitError:
    return LimitError(f"({file}): aliases stand for more than {MOST_ALIASED} values at line {line}")
