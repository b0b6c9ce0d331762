"""Mistakes with single characters: look-alikes, and operators of other languages."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.hints.rejected_token import Advice, RejectedToken

_LOOK_ALIKES = {
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‘’‚‛′´", "'"),
    **dict.fromkeys("–—−‐‑", "-"),
    "…": "...",
    "×": "*",
    "÷": "/",
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    "→": "->",
    "⇒": "=>",
}
_DOUBLED = {
    ("|", "|"): "or",
    ("OTHER", "OTHER"): "and",
    ("==", "="): "==",
    ("!=", "="): "!=",
    ("+", "+"): "a new variable: $y = $x + 1",
    ("-", "-"): "a new variable: $y = $x - 1",
}


def look_alike(rejected: RejectedToken) -> Advice | None:
    """A character that looks like a token of the language, or is invisible."""
    if rejected.kind() != "OTHER":
        return None
    char = rejected.source.text[rejected.starts[rejected.i]]
    if char in "&|":
        return None
    plain = _LOOK_ALIKES.get(char)
    if char.isascii() and char.isprintable():
        return f"{char} means nothing outside strings", ""
    from unicodedata import name

    shown = f"U+{ord(char):04X}" + (f" {name(char)}" if name(char, "") else "")
    return f"this is {shown}", plain or "removing it"


def doubled_sign(rejected: RejectedToken) -> Advice | None:
    """Operators of other languages: ||, &&, ===."""
    for distance in (0, -1, -2):
        pair = rejected.kind(distance), rejected.kind(distance + 1)
        if pair not in _DOUBLED or not rejected.touches(distance):
            continue
        written = rejected.source.text[rejected.starts[rejected.i + distance]]
        if pair[0] != "OTHER" or written == "&":
            return "", _DOUBLED[pair]
    return None
