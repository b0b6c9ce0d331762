"""Modes as checks read them, with what the reference says on the way."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.values.numbers import Say


def is_mode(text: str, say: Say) -> bool:
    """Tell whether a text is a mode: numbers or letters, several separated by commas."""
    has_action = False
    state, sort, found_sort = "", "", ""
    value = affected = at = 0
    while at < len(text):
        sign = text[at]
        if sign in _WHO:
            _check_state("who", state, "letters", sort, sign, say)
            affected |= _WHO[sign]
            sort = "letters"
        elif sign in "+-=":
            if has_action:
                say("error", "Too many +-= in mode string")
                return False
            _check_state("who", state, "letters", sort, sign, say)
            state, has_action, sort = "which", True, ""
        elif sign in _WHICH:
            _check_state("which", state, "letters", sort, sign, say)
            value |= _WHICH[sign] & (affected if sign != "t" else _WHICH[sign])
            sort = "letters"
        elif sign in "01234567":
            _check_state("which", state, "numbers", sort, sign, say)
            sort, has_action, state, affected = "numbers", True, "which", 0o7777
            octal = re.compile("[0-7]+").match(text, at)
            assert octal is not None
            value = int(octal.group(), 8) & 0xFFFFFFFF
            if value & _FILE_TYPE:
                say(
                    "info",
                    "Mode-Value is not entirely within the system's allowed permissions"
                    f" (octal {_FILE_TYPE:o}) and will be filtered accordingly : {text}",
                )
            value &= ~_FILE_TYPE
            if value > 0o7777:
                say("error", f"Mode-Value too big : {text}")
                return False
            digits = re.compile("[0-9]+").match(text, at)
            assert digits is not None
            at = digits.end() - 1
        elif sign == ",":
            if found_sort not in ("", sort):
                say("info", "Symbolic and numeric form for modes mixed")
            found_sort, sort = sort, ""
            value = affected = 0
            has_action, state = False, "who"
        else:
            say("error", f"Invalid mode string ({text})")
            return False
        at += 1
    if (state == "who" or value == 0) and text not in ("0000", "000"):
        say("error", "mode string is incomplete")
        return False
    if found_sort not in ("", sort):
        say("info", "Symbolic and numeric form for modes mixed")
    return True


_WHO = {"a": 0o7777, "u": 0o4700, "g": 0o2070, "o": 0o0007}
_WHICH = {"r": 0o444, "w": 0o222, "x": 0o111, "s": 0o6000, "t": 0o1000}
_FILE_TYPE = 0o170000


def _check_state(wanted: str, state: str, wanted_sort: str, sort: str, sign: str, say: Say) -> None:
    """Complain of a sign in the wrong place; the mode is taken nevertheless."""
    if state and state != wanted:
        say("error", f"Mode string constant ({sign}) used out of context")
    elif sort and sort != wanted_sort:
        say("error", "Symbolic and numeric filemodes mixed within expression")
