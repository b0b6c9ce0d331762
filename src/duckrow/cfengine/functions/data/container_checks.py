"""every, none and some: compare the values of a container with a pattern."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import collected, pattern, scalars
from duckrow.cfengine.values.json_text import scalar_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def every(context: Context, arguments: list[Any]) -> bool:
    """Return whether all scalar values match; false for an empty container."""
    wanted = pattern(context, arguments[0])
    values = collected(context, "every", arguments[1])
    texts = [text for text in map(scalar_text, scalars(values)) if text is not None]
    return bool(texts) and all(wanted.full(text) for text in texts)


def none(context: Context, arguments: list[Any]) -> bool:
    """Return whether no scalar value matches as a whole."""
    wanted = pattern(context, arguments[0])
    texts = map(scalar_text, scalars(collected(context, "none", arguments[1])))
    return not any(wanted.full(text) for text in texts if text is not None)


def some(context: Context, arguments: list[Any]) -> bool:
    """Return whether one scalar value matches as a whole."""
    wanted = pattern(context, arguments[0])
    texts = map(scalar_text, scalars(collected(context, "some", arguments[1])))
    return any(wanted.full(text) for text in texts if text is not None)
