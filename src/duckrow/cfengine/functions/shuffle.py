"""shuffle(container, seed): the single values of a container in another order."""

from __future__ import annotations

from duckrow.cfengine.functions.chances import Chances
from duckrow.cfengine.functions.common import collected, scalar, singles
from duckrow.cfengine.values.json_text import raw_text
from duckrow.cfengine.values.table_order import hash_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Shuffle; the same seed always gives the same order."""
    texts = [raw_text(value) for value in singles(collected(context, "shuffle", arguments[0]))]
    chances = Chances(hash_text(scalar(arguments[1])))
    for last in range(len(texts) - 1, 0, -1):
        other = chances.next() % (last + 1)
        texts[last], texts[other] = texts[other], texts[last]
    return texts[::-1]
