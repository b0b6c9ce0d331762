"""concat(texts ...): the texts one after the other."""

from __future__ import annotations

from duckrow.cfengine.functions.common import BUFFER
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Join them; the reference has room for 4095 bytes."""
    joined = "".join(arguments)
    if len(joined.encode("utf-8", "surrogateescape")) >= BUFFER:
        raise FunctionFailed("Unable to evaluate concat() function, arguments are too long")
    return joined
