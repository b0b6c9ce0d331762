"""int, hash_to_int and randomint."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import NO_NUMBER, integer, narrow
from duckrow.cfengine.functions.helpers.reals import read_real, whole_part
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def int_(context: Context, arguments: list[str]) -> str:
    """Return a number without its decimals."""
    number = read_real(context, arguments[0])
    if number is None:
        raise FunctionFailed
    return str(whole_part(number))


def hash_to_int(context: Context, arguments: list[str]) -> str:
    """Return an integer in a range that depends only on the text."""
    from hashlib import sha256

    first, last = range_of(context, arguments[:2])
    if first == last:
        return str(first)
    digest = sha256(arguments[2].encode("utf-8", "surrogateescape")).digest()
    # cf-agent divides an unsigned 64-bit digest by a signed 32-bit size.
    size = narrow(last - first) % (1 << 64)
    return str(narrow(first + int.from_bytes(digest[:8], "little") % size))


def randomint(context: Context, arguments: list[str]) -> str:
    """Return a random integer from the lower end up to below the upper."""
    from random import randrange

    low, high = range_of(context, arguments)
    return str(low if low == high else randrange(low, high))  # noqa: S311  (no secret)


def range_of(context: Context, arguments: list[str]) -> tuple[int, int]:
    """Return the smaller and the larger of two numbers, or fail."""
    ends = [narrow(integer(context, text)) for text in arguments]
    if NO_NUMBER in ends:
        raise FunctionFailed
    return min(ends), max(ends)
