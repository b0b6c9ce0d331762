"""Ranges of integers in bodies, such as "1,inf", as irange() writes them.

Letters after a number are ignored: only irange() understands 10k.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.values.numbers import INFINITE
from duckrow.cfengine.values.outcomes import Aborted
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

    Range = tuple[int, int]

_NUMBER = LazyPattern(r"\s*([+-]?\d+)")


def read_range(context: Context, promise: ExpandedPromise, name: str) -> Range | None:
    """Read a range attribute; None if it is missing."""
    text = promise.text(name)
    if text is None:
        return None
    low, _, high = text.partition(",")
    lowest, highest = _leading(low), INFINITE if high == "inf" else _leading(high)
    if lowest is None or highest is None:
        log_location(context, promise)
        raise Aborted(f"Could not make sense of integer range [{text}]")
    return lowest, highest


def _leading(text: str) -> int | None:
    found = _NUMBER.match(text)
    return None if found is None else int(found[1])
