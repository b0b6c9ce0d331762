"""Mistakes with brackets and quotes."""

from __future__ import annotations

from duckrow.puppet.syntax.hints.pairs import CLOSES, OPENS, misaligned_pair
from duckrow.puppet.syntax.hints.place import FAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.hints.place import Advice, Place


def suspicious_string(place: Place) -> Advice | None:
    """A multi-line string directly followed by a word: its closing quote came too late."""
    text = place.source.text
    for index in range(place.i - 1, max(-1, place.i - FAR), -1):
        if place.kinds[index] not in ("STRING", "DQ") or "\n" not in place.texts[index]:
            continue
        end = place.ends[index]
        following = text[end : end + 1]
        if following.isalnum() or following in ("/", "$", "\\", "_", "%", "'", '"'):
            last = place.source.position(end - 1)[0]
            begin = place.where(index)
            return (
                f"the string that begins at {begin} goes on to line {last}",
                f"a closing quote on line {begin.partition(':')[0]}",
            )
    return None


def wrong_closing_bracket(place: Place) -> Advice | None:
    kind = place.kind()
    if kind not in OPENS:
        return None
    if not place.open:
        return "no bracket is open that it could close", ""
    if CLOSES[place.bracket] != kind:
        opening = place.open[-1]
        return (
            f"the {place.kinds[opening]} at {place.where(opening)} is still open",
            f"a {CLOSES[place.bracket]} before it",
        )
    return None


def still_open(place: Place) -> Advice | None:
    """A block while a parenthesis is open."""
    if place.kind() == "{" and place.bracket in ("(", "["):
        opening = place.open[-1]
        return f"the {place.bracket} at {place.where(opening)} is still open", ""
    return None


def unclosed_bracket(place: Place) -> Advice | None:
    if place.kind() != "" or not place.open:
        return None
    opening = place.open[-1]
    pair = misaligned_pair(place.source, place.kinds, place.starts, opening + 1)
    if pair is not None:
        opening, closing = pair
        begin, end = place.where(opening), place.where(closing)
        return (
            f"the {place.kinds[opening]} at {begin} is closed only at {end}, further left",
            f"a {CLOSES[place.kinds[opening]]} before {end}",
        )
    sign = place.kinds[opening]
    return f"the {sign} at {place.where(opening)} is never closed", f"a {CLOSES[sign]} for it"


def unfinished_expression(place: Place) -> Advice | None:
    if place.kind() not in ("DQMID", "DQPOST"):
        return None
    if place.open:
        opening = place.open[-1]
        sign = place.kinds[opening]
        return (
            f"the {sign} at {place.where(opening)} is still open",
            f"a {CLOSES[sign]} before the }}",
        )
    return "the expression in the string is empty or not complete", ""
