"""Mistakes with missing or surplus tokens."""

from __future__ import annotations

from duckrow.puppet.syntax.hints.rejected_token import (
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
    from duckrow.puppet.syntax.hints.rejected_token import Advice, RejectedToken

_NEEDS_RIGHT_SIDE = frozenset((*POWER, "=", "+=", "-=", "=>", "+>", "->", "~>", "<-", "<~", "!"))
_IN_PARAMETERS = frozenset("VARIABLE CLASSREF STRING NUMBER BOOLEAN undef * = , [ ]".split())


def title_without_colon(rejected: RejectedToken) -> Advice | None:
    """`file { '/tmp' ensure => file }`."""
    if rejected.bracket != "{" or rejected.before_bracket() not in ("NAME", "class"):
        return None
    is_title = rejected.kind(-2) in ("{", ";") and rejected.kind(-1) in ENDS_OPERAND
    if is_title and (rejected.kind(1) in ARROWS or rejected.kind() in (",", "}", ";")):
        return "a colon must follow the title", f"{shown(rejected, -1)}:"
    return None


def key_without_value(rejected: RejectedToken) -> Advice | None:
    is_selector = rejected.bracket == "{" and rejected.before_bracket() == "?"
    if rejected.kind() not in ("}", ",") or not (is_selector or is_hash(rejected)):
        return None
    if rejected.kind(-1) in ENDS_OPERAND and rejected.kind(-2) in ("{", ","):
        return f"{shown(rejected, -1)} has no value", "=> and a value"
    return None


def missing_comma(rejected: RejectedToken) -> Advice | None:
    if rejected.kind(-1) not in ENDS_OPERAND or rejected.kind() not in STARTS_ITEM:
        return None
    is_pair = rejected.kind(1) in ARROWS
    if rejected.bracket in ("(", "[") or (rejected.bracket == "{" and is_pair):
        return "", f"a comma after {shown(rejected, -1)}"
    return None


def doubled_comma(rejected: RejectedToken) -> Advice | None:
    if rejected.kind() == "," and rejected.kind(-1) in (",", "(", "[", "{", "|"):
        return "nothing stands before this comma", "removing it"
    return None


def semicolon(rejected: RejectedToken) -> Advice | None:
    if rejected.kind() == ";" and rejected.bracket in ("(", "[", "{"):
        return "", "a comma instead" if rejected.bracket != "{" or _has_arrow(rejected) else ""
    if rejected.kind(-1) == ";" and rejected.kind() in ("}", ""):
        return (
            "a semicolon stands between two statements only",
            f"removing the one at {rejected.where(rejected.i - 1)}",
        )
    return None


def _has_arrow(rejected: RejectedToken) -> bool:
    return "=>" in rejected.kinds[rejected.open[-1] : rejected.i]


def space_before_bracket(rejected: RejectedToken) -> Advice | None:
    """`${x [0]}` in a string."""
    if rejected.is_inside and rejected.kind() == "[" and rejected.kind(-1) in ("NAME", "VARIABLE"):
        return "after a space it begins a list", f"{rejected.text(-1)}[ without the space"
    return None


def missing_operand(rejected: RejectedToken) -> Advice | None:
    sign = rejected.kind(-1)
    if sign not in _NEEDS_RIGHT_SIDE or rejected.kind() in STARTS_ITEM:
        return None
    return f"a value must follow the {sign} at {rejected.where(rejected.i - 1)}", ""


def missing_block(rejected: RejectedToken) -> Advice | None:
    """`if $x notice(1)`, or `|$x| notice(1)`."""
    if rejected.kind(-1) == "else":
        return "", "{ after else"
    if rejected.kind(-1) == "|" and rejected.kind() not in ("{", ">>"):
        return "a block in braces must follow the parameters", ""
    if rejected.kind(-1) not in ENDS_OPERAND or rejected.kind() not in STARTS_ITEM:
        return None
    for distance in range(-1, -FAR, -1):
        kind = rejected.kind(distance)
        if kind in BLOCK_WORDS:
            where = rejected.where(rejected.i + distance)
            return f"a block in braces must follow the condition of the {kind} at {where}", ""
        if kind in ("{", "}", ";", ""):
            return None
    return None


def missing_condition(rejected: RejectedToken) -> Advice | None:
    """`if { ... }`: the block is taken for a hash."""
    index = rejected.i - 3
    if rejected.bracket == "{":
        index = rejected.open[-1] - 1
    elif rejected.kind(-1) != "}" or rejected.kind(-2) != "{":
        return None
    word = rejected.kinds[index] if index >= 0 else ""
    if word not in BLOCK_WORDS:
        return None
    return f"the {word} at {rejected.where(index)} has no condition", ""


def unclosed_parameters(rejected: RejectedToken) -> Advice | None:
    """`.each |$x { }`."""
    if rejected.kind() != "{" or rejected.kind(-1) == "|":
        return None
    for distance in range(-1, -FAR, -1):
        kind = rejected.kind(distance)
        if kind == "|":
            return f"the | at {rejected.where(rejected.i + distance)} is not closed", "| before it"
        if kind not in _IN_PARAMETERS:
            return None
    return None
