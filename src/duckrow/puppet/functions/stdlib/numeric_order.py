"""The order of numbers, be they written as text, and of texts."""

from __future__ import annotations

import re

from duckrow.puppet.functions.number_text import leading_float
from duckrow.puppet.functions.platform_text import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NUMBER = re.compile(r"-?[0-9]+(?:.[0-9]+)?").fullmatch


def before(one: Any, other: Any) -> bool:
    """Tell whether one value comes before another."""
    mine, theirs = to_text(one), to_text(other)
    if _NUMBER(mine) and _NUMBER(theirs):
        return leading_float(mine) < leading_float(theirs)
    return mine < theirs
