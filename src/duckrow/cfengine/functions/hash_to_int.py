"""hash_to_int(lower, upper, text): a number in a range that is always the same for a text."""

from __future__ import annotations

from duckrow.cfengine.functions.common import narrow
from duckrow.cfengine.functions.randomint import range_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Take the beginning of a digest modulo the size of the range; its upper end is not in it."""
    from hashlib import sha256

    first, last = range_of(context, arguments[:2])
    if first == last:
        return str(first)
    digest = sha256(arguments[2].encode("utf-8", "surrogateescape")).digest()
    # The size has 32 bits and a sign, which a digest of 64 bits without one is divided by.
    size = narrow(last - first) % (1 << 64)
    return str(narrow(first + int.from_bytes(digest[:8], "little") % size))
