"""Ranges of whole numbers in bodies, such as "1,inf", as irange() writes them.

Letters after a number mean nothing: only irange() knows what 10k is.
"""

from __future__ import annotations

import re

from duckrow.cfengine.evaluation.promises.location import say_where
from duckrow.cfengine.values.numbers import INFINITE
from duckrow.cfengine.values.outcomes import Aborted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

    Range = tuple[int, int]

_NUMBER = re.compile(r"\s*([+-]?\d+)")


def read_range(context: Context, promise: ExpandedPromise, name: str) -> Range | None:
    """Read an attribute that is a range; None if it is not given."""
    text = promise.text(name)
    if text is None:
        return None
    low, _, high = text.partition(",")
    lowest, highest = _leading(low), INFINITE if high == "inf" else _leading(high)
    if lowest is None or highest is None:
        say_where(context, promise)
        raise Aborted(f"Could not make sense of integer range [{text}]")
    return lowest, highest


def _leading(text: str) -> int | None:
    found = _NUMBER.match(text)
    return None if found is None else int(found[1])
