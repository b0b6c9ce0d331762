"""hash_to_int(lower, upper, text): a number in a range that is always the same for a text."""

from __future__ import annotations

from duckrow.cfengine.functions.common import NO_NUMBER, integer
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Take the beginning of a digest modulo the size of the range; its upper end is not in it."""
    from hashlib import sha256

    first, last = integer(context, arguments[0]), integer(context, arguments[1])
    if NO_NUMBER in (first, last):
        raise FunctionFailed
    first, last = min(first, last), max(first, last)
    if first == last:
        return str(first)
    digest = sha256(arguments[2].encode("utf-8", "surrogateescape")).digest()
    return str(first + int.from_bytes(digest[:8], "little") % (last - first))
