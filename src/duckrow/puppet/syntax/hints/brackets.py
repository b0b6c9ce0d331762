"""Mistakes with brackets and quotes."""

from __future__ import annotations

from duckrow.puppet.syntax.hints.pairs import CLOSES, OPENS, misaligned_pair
from duckrow.puppet.syntax.hints.rejected_token import FAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.hints.rejected_token import Advice, RejectedToken


def suspicious_string(rejected: RejectedToken) -> Advice | None:
    """A multi-line string directly followed by a word: its closing quote came too late."""
    text = rejected.source.text
    for index in range(rejected.i - 1, max(-1, rejected.i - FAR), -1):
        if rejected.kinds[index] not in ("STRING", "DQ") or "\n" not in rejected.texts[index]:
            continue
        end = rejected.ends[index]
        following = text[end : end + 1]
        if following.isalnum() or following in ("/", "$", "\\", "_", "%", "'", '"'):
            last = rejected.source.position(end - 1)[0]
            begin = rejected.where(index)
            return (
                f"the string that begins at {begin} goes on to line {last}",
                f"a closing quote on line {begin.partition(':')[0]}",
            )
    return None


def wrong_closing_bracket(rejected: RejectedToken) -> Advice | None:
    kind = rejected.kind()
    if kind not in OPENS:
        return None
    if not rejected.open:
        return "no bracket is open that it could close", ""
    if CLOSES[rejected.bracket] != kind:
        opening = rejected.open[-1]
        return (
            f"the {rejected.kinds[opening]} at {rejected.where(opening)} is still open",
            f"a {CLOSES[rejected.bracket]} before it",
        )
    return None


def still_open(rejected: RejectedToken) -> Advice | None:
    """A block while a parenthesis is open."""
    if rejected.kind() == "{" and rejected.bracket in ("(", "["):
        opening = rejected.open[-1]
        return f"the {rejected.bracket} at {rejected.where(opening)} is still open", ""
    return None


def unclosed_bracket(rejected: RejectedToken) -> Advice | None:
    if rejected.kind() != "" or not rejected.open:
        return None
    opening = rejected.open[-1]
    pair = misaligned_pair(rejected.source, rejected.kinds, rejected.starts, opening + 1)
    if pair is not None:
        opening, closing = pair
        begin, end = rejected.where(opening), rejected.where(closing)
        return (
            f"the {rejected.kinds[opening]} at {begin} is closed only at {end}, further left",
            f"a {CLOSES[rejected.kinds[opening]]} before {end}",
        )
    sign = rejected.kinds[opening]
    return f"the {sign} at {rejected.where(opening)} is never closed", f"a {CLOSES[sign]} for it"


def unfinished_expression(rejected: RejectedToken) -> Advice | None:
    if rejected.kind() not in ("DQMID", "DQPOST"):
        return None
    if rejected.open:
        opening = rejected.open[-1]
        sign = rejected.kinds[opening]
        return (
            f"the {sign} at {rejected.where(opening)} is still open",
            f"a {CLOSES[sign]} before the }}",
        )
    return "the expression in the string is empty or not complete", ""
