"""regcmp(pattern, text): whether a text matches fully; groups become variables of match."""

from __future__ import annotations

from duckrow.cfengine.functions.common import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> bool:
    """Match, and keep what the groups took."""
    wanted = pattern(context, arguments[0])
    subject = arguments[1]
    found = wanted.search(subject)
    if found is None or found.start() != 0 or found.end() != len(subject):
        return wanted.full(subject)
    for number, text in enumerate((found.group(), *found.groups())):
        if text is not None:
            context.put_special("match", str(number), text)
    return True
