"""Mistakes with missing or surplus tokens."""

from __future__ import annotations

from duckrow.puppet.syntax.hints.place import (
    ARROWS,
    BLOCK_WORDS,
    ENDS_OPERAND,
    FAR,
    STARTS_ITEM,
    shown,
)
from duckrow.puppet.syntax.hints.signs import is_hash
from duckrow.puppet.syntax.operators import POWER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.hints.place import Advice, Place

_NEEDS_RIGHT_SIDE = frozenset((*POWER, "=", "+=", "-=", "=>", "+>", "->", "~>", "<-", "<~", "!"))
_IN_PARAMETERS = frozenset("VARIABLE CLASSREF STRING NUMBER BOOLEAN undef * = , [ ]".split())


def title_without_colon(place: Place) -> Advice | None:
    """`file { '/tmp' ensure => file }`."""
    if place.bracket != "{" or place.before_bracket() not in ("NAME", "class"):
        return None
    is_title = place.kind(-2) in ("{", ";") and place.kind(-1) in ENDS_OPERAND
    if is_title and (place.kind(1) in ARROWS or place.kind() in (",", "}", ";")):
        return "a colon must follow the title", f"{shown(place, -1)}:"
    return None


def key_without_value(place: Place) -> Advice | None:
    is_selector = place.bracket == "{" and place.before_bracket() == "?"
    if place.kind() not in ("}", ",") or not (is_selector or is_hash(place)):
        return None
    if place.kind(-1) in ENDS_OPERAND and place.kind(-2) in ("{", ","):
        return f"{shown(place, -1)} has no value", "=> and a value"
    return None


def missing_comma(place: Place) -> Advice | None:
    if place.kind(-1) not in ENDS_OPERAND or place.kind() not in STARTS_ITEM:
        return None
    is_pair = place.kind(1) in ARROWS
    if place.bracket in ("(", "[") or (place.bracket == "{" and is_pair):
        return "", f"a comma after {shown(place, -1)}"
    return None


def doubled_comma(place: Place) -> Advice | None:
    if place.kind() == "," and place.kind(-1) in (",", "(", "[", "{", "|"):
        return "nothing stands before this comma", "removing it"
    return None


def semicolon(place: Place) -> Advice | None:
    if place.kind() == ";" and place.bracket in ("(", "[", "{"):
        return "", "a comma instead" if place.bracket != "{" or _has_arrow(place) else ""
    if place.kind(-1) == ";" and place.kind() in ("}", ""):
        return (
            "a semicolon stands between two statements only",
            f"removing the one at {place.where(place.i - 1)}",
        )
    return None


def _has_arrow(place: Place) -> bool:
    return "=>" in place.kinds[place.open[-1] : place.i]


def space_before_bracket(place: Place) -> Advice | None:
    """`${x [0]}` in a string."""
    if place.is_inside and place.kind() == "[" and place.kind(-1) in ("NAME", "VARIABLE"):
        return "after a space it begins a list", f"{place.text(-1)}[ without the space"
    return None


def missing_operand(place: Place) -> Advice | None:
    sign = place.kind(-1)
    if sign not in _NEEDS_RIGHT_SIDE or place.kind() in STARTS_ITEM:
        return None
    return f"a value must follow the {sign} at {place.where(place.i - 1)}", ""


def missing_block(place: Place) -> Advice | None:
    """`if $x notice(1)`, or `|$x| notice(1)`."""
    if place.kind(-1) == "else":
        return "", "{ after else"
    if place.kind(-1) == "|" and place.kind() not in ("{", ">>"):
        return "a block in braces must follow the parameters", ""
    if place.kind(-1) not in ENDS_OPERAND or place.kind() not in STARTS_ITEM:
        return None
    for distance in range(-1, -FAR, -1):
        kind = place.kind(distance)
        if kind in BLOCK_WORDS:
            where = place.where(place.i + distance)
            return f"a block in braces must follow the condition of the {kind} at {where}", ""
        if kind in ("{", "}", ";", ""):
            return None
    return None


def missing_condition(place: Place) -> Advice | None:
    """`if { ... }`: the block is taken for a hash."""
    index = place.i - 3
    if place.bracket == "{":
        index = place.open[-1] - 1
    elif place.kind(-1) != "}" or place.kind(-2) != "{":
        return None
    word = place.kinds[index] if index >= 0 else ""
    if word not in BLOCK_WORDS:
        return None
    return f"the {word} at {place.where(index)} has no condition", ""


def unclosed_parameters(place: Place) -> Advice | None:
    """`.each |$x { }`."""
    if place.kind() != "{" or place.kind(-1) == "|":
        return None
    for distance in range(-1, -FAR, -1):
        kind = place.kind(distance)
        if kind == "|":
            return f"the | at {place.where(place.i + distance)} is not closed", "| before it"
        if kind not in _IN_PARAMETERS:
            return None
    return None
