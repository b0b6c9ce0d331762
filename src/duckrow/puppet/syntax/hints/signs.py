"""Confused operators: =, ==, => and colons."""

from __future__ import annotations

from duckrow.puppet.syntax.hints.pairs import CLOSES, OPENS
from duckrow.puppet.syntax.hints.rejected_token import BLOCK_WORDS, ENDS_OPERAND, FAR, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.hints.rejected_token import Advice, RejectedToken

# Braces after one of these contain a hash.
_BEFORE_HASH = frozenset(("=", "(", ",", "[", "=>", "+>", "+", "<<"))


def assignment_for_comparison(rejected: RejectedToken) -> Advice | None:
    """`if $x = 1 { }`."""
    if rejected.kind() != "=":
        return None
    for distance in range(-1, -FAR, -1):
        kind = rejected.kind(distance)
        if kind in BLOCK_WORDS or kind in ("and", "or"):
            return "= assigns, and a condition compares", "=="
        if kind in ("{", "}", ";", ""):
            return None
    return None


def equals_for_arrow(rejected: RejectedToken) -> Advice | None:
    """`{ a = 1 }`, or `ensure = file`."""
    if rejected.kind() == "=" and rejected.bracket in ("{", "(", "["):
        return "", "=> between a name and its value"
    if rejected.kind() not in ("}", ",") or not is_hash(rejected):
        return None
    for index in range(rejected.i - 1, rejected.open[-1], -1):
        kind = rejected.kinds[index]
        if kind in CLOSES or kind in OPENS or kind in (",", "=>"):
            return None
        if kind == "=":
            return "a hash has => between keys and values", f"=> at {rejected.where(index)}"
    return None


def misplaced_arrow(rejected: RejectedToken) -> Advice | None:
    """`$x => 1` as a statement."""
    if rejected.kind() != "=>" or rejected.bracket not in ("", "{") or is_case(rejected):
        return None
    if rejected.kind(-1) == "VARIABLE":
        return "", "= to assign"
    return "=> belongs into hashes, attributes and selectors", ""


def colon(rejected: RejectedToken) -> Advice | None:
    """`{ a: 1 }`, as in JSON, or `a:b`."""
    if rejected.kind() != ":":
        return None
    if (
        rejected.touches(-1)
        and rejected.touches(0)
        and rejected.kind(-1) == rejected.kind(1) == "NAME"
    ):
        return "", f"{rejected.text(-1)}::{rejected.text(1)}"
    if rejected.bracket == "{" and not is_case(rejected):
        return "", "=> between a name and its value"
    return None


def case_without_colon(rejected: RejectedToken) -> Advice | None:
    if not is_case(rejected) or rejected.kind(-1) not in ENDS_OPERAND:
        return None
    if rejected.kind() == "=>":
        return "a case has a colon and a block", "'value': { ... }"
    if rejected.kind() == "{":
        return "", f"a colon after {shown(rejected, -1)}"
    return None


def is_case(rejected: RejectedToken) -> bool:
    """Return whether the innermost bracket contains the options of a case."""
    if rejected.bracket != "{":
        return False
    for index in range(rejected.open[-1] - 1, max(-1, rejected.open[-1] - FAR), -1):
        kind = rejected.kinds[index]
        if kind in ("{", "}", ";"):
            return False
        if kind == "case":
            return True
    return False


def is_hash(rejected: RejectedToken) -> bool:
    return rejected.bracket == "{" and rejected.before_bracket() in _BEFORE_HASH
