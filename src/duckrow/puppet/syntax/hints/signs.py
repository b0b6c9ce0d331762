"""Confused operators: =, ==, => and colons."""

from __future__ import annotations

from duckrow.puppet.syntax.hints.pairs import CLOSES, OPENS
from duckrow.puppet.syntax.hints.place import BLOCK_WORDS, ENDS_OPERAND, FAR, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.hints.place import Advice, Place

# Braces after one of these contain a hash.
_BEFORE_HASH = frozenset(("=", "(", ",", "[", "=>", "+>", "+", "<<"))


def assignment_for_comparison(place: Place) -> Advice | None:
    """`if $x = 1 { }`."""
    if place.kind() != "=":
        return None
    for distance in range(-1, -FAR, -1):
        kind = place.kind(distance)
        if kind in BLOCK_WORDS or kind in ("and", "or"):
            return "= assigns, and a condition compares", "=="
        if kind in ("{", "}", ";", ""):
            return None
    return None


def equals_for_arrow(place: Place) -> Advice | None:
    """`{ a = 1 }`, or `ensure = file`."""
    if place.kind() == "=" and place.bracket in ("{", "(", "["):
        return "", "=> between a name and its value"
    if place.kind() not in ("}", ",") or not is_hash(place):
        return None
    for index in range(place.i - 1, place.open[-1], -1):
        kind = place.kinds[index]
        if kind in CLOSES or kind in OPENS or kind in (",", "=>"):
            return None
        if kind == "=":
            return "a hash has => between keys and values", f"=> at {place.where(index)}"
    return None


def misplaced_arrow(place: Place) -> Advice | None:
    """`$x => 1` as a statement."""
    if place.kind() != "=>" or place.bracket not in ("", "{") or is_case(place):
        return None
    if place.kind(-1) == "VARIABLE":
        return "", "= to assign"
    return "=> belongs into hashes, attributes and selectors", ""


def colon(place: Place) -> Advice | None:
    """`{ a: 1 }`, as in JSON, or `a:b`."""
    if place.kind() != ":":
        return None
    if place.touches(-1) and place.touches(0) and place.kind(-1) == place.kind(1) == "NAME":
        return "", f"{place.text(-1)}::{place.text(1)}"
    if place.bracket == "{" and not is_case(place):
        return "", "=> between a name and its value"
    return None


def case_without_colon(place: Place) -> Advice | None:
    if not is_case(place) or place.kind(-1) not in ENDS_OPERAND:
        return None
    if place.kind() == "=>":
        return "a case has a colon and a block", "'value': { ... }"
    if place.kind() == "{":
        return "", f"a colon after {shown(place, -1)}"
    return None


def is_case(place: Place) -> bool:
    """Return whether the innermost bracket contains the options of a case."""
    if place.bracket != "{":
        return False
    for index in range(place.open[-1] - 1, max(-1, place.open[-1] - FAR), -1):
        kind = place.kinds[index]
        if kind in ("{", "}", ";"):
            return False
        if kind == "case":
            return True
    return False


def is_hash(place: Place) -> bool:
    return place.bracket == "{" and place.before_bracket() in _BEFORE_HASH
