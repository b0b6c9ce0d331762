"""filter, grep, unique, difference and intersection: select values of containers."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import (
    collected,
    integer,
    is_true,
    pattern,
    scalar,
    scalars,
)
from duckrow.cfengine.values.json_text import raw_text, scalar_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def filter_(context: Context, arguments: list[Any]) -> list[str]:
    """Return the scalar values that match."""
    text, container = scalar(arguments[0]), arguments[1]
    wanted = pattern(context, text) if is_true(arguments[2]) else None
    is_inverted = is_true(arguments[3])
    most = integer(context, arguments[4])
    out: list[str] = []
    for each in map(scalar_text, scalars(collected(context, "filter", container))):
        if len(out) >= most:
            break
        if each is not None:
            is_match = each == text if wanted is None else wanted.full(each)
            if is_match != is_inverted:
                out.append(each)
    return out


def grep(context: Context, arguments: list[Any]) -> list[str]:
    """Return the scalar values that match as a whole."""
    wanted = pattern(context, arguments[0])
    values = collected(context, "grep", arguments[1])
    texts = map(scalar_text, scalars(values))
    return [text for text in texts if text is not None and wanted.full(text)]


def unique(context: Context, arguments: list[object]) -> list[str]:
    """Return the scalar values without duplicates."""
    values = scalars(collected(context, "unique", arguments[0]))
    return list(dict.fromkeys(raw_text(value) for value in values))


def difference(context: Context, arguments: list[object]) -> list[str]:
    """Return the values of the first container that the second lacks."""
    base = collected(context, "difference", arguments[0])
    others = collected(context, "difference", arguments[1])
    unwanted = {raw_text(value) for value in scalars(others)}
    found = dict.fromkeys(raw_text(value) for value in scalars(base))
    return [text for text in found if text not in unwanted]


def intersection(context: Context, arguments: list[object]) -> list[str]:
    """Return the values that both containers have."""
    values = scalars(collected(context, "intersection", arguments[0]))
    others = {
        raw_text(value) for value in scalars(collected(context, "intersection", arguments[1]))
    }
    return [text for text in dict.fromkeys(map(raw_text, values)) if text in others]
