"""sort, reverse and shuffle."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import collected, fatal, scalar, scalars
from duckrow.cfengine.functions.helpers.ordering import sort as sort_texts
from duckrow.cfengine.values.json_text import raw_text
from duckrow.cfengine.values.table_order import hash_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def sort(context: Context, arguments: list[object]) -> list[str]:
    """Sort the scalar values by bytes, numbers or addresses."""
    if not arguments:
        raise fatal("in built-in FnCall sort: missing first argument, a list name")
    order = scalar(arguments[1]) if len(arguments) > 1 else "lex"
    values = scalars(collected(context, "sort", arguments[0]))
    return sort_texts([raw_text(value) for value in values], order)


def reverse(context: Context, arguments: list[object]) -> list[str]:
    """Return the scalar values in reverse order."""
    values = scalars(collected(context, "reverse", arguments[0]))
    return [raw_text(value) for value in values][::-1]


def shuffle(context: Context, arguments: list[object]) -> list[str]:
    """Shuffle the scalar values; a seed always gives the same order."""
    from duckrow.cfengine.functions.helpers.random_numbers import RandomNumbers

    texts = [raw_text(value) for value in scalars(collected(context, "shuffle", arguments[0]))]
    chances = RandomNumbers(hash_text(scalar(arguments[1])))
    for last in range(len(texts) - 1, 0, -1):
        other = chances.next() % (last + 1)
        texts[last], texts[other] = texts[other], texts[last]
    return texts[::-1]
