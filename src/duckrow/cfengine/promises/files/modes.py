"""Permission bits as policies write them: 644, u=rw,go=r, a+x."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.actual import Actual
    from duckrow.cfengine.evaluation.log import Log

_ALL = 0o7777
_KIND = 0o170000
_PART = re.compile(r"([augo]*)([-+=]?)([rwxst]*|[0-7]+)")
_BITS = {"r": 0o444, "w": 0o222, "x": 0o111, "s": 0o6000}
_WHO = {"a": 0o7777, "u": 0o4700, "g": 0o2070, "o": 0o0007}


class ModeChange:
    """Bits to set and bits to clear; what is in neither stays."""

    __slots__ = ("minus", "plus")

    def __init__(self, plus: int = 0, minus: int = 0) -> None:
        self.plus = plus
        self.minus = minus

    def of(self, mode: int) -> int:
        """Give what a mode becomes."""
        return (mode | self.plus) & ~self.minus & _ALL


def read_mode(text: str | None, log: Log | None = None) -> ModeChange | None:
    """Read a mode; None if it is not one. No mode at all changes nothing."""
    change = ModeChange()
    if text is None:
        return change
    parts = text.split(",")
    last_form = ""
    for number, part in enumerate(parts):
        found = _PART.fullmatch(part)
        if found is None:
            return _complain(log, f"Invalid mode string ({text})")
        who, sign, what = found[1], found[2] or "=", found[3]
        affected = bits = 0
        for letter in who:
            affected |= _WHO[letter]
        if what[:1].isdigit():
            affected = _ALL
            bits = int(what, 8)
            if log is not None and bits & _KIND:
                log.info(
                    "Mode-Value is not entirely within the system's allowed permissions (octal "
                    f"{_KIND:o}) and will be filtered accordingly : {text}"
                )
            bits &= ~_KIND
            if bits > _ALL:
                return _complain(log, f"Mode-Value too big : {text}")
        else:
            for letter in what:
                bits |= 0o1000 if letter == "t" else _BITS[letter] & affected
        if number == len(parts) - 1 and bits == 0 and text not in ("000", "0000"):
            return _complain(log, "mode string is incomplete")
        # A part without letters or digits has no form, which is another one too.
        form = "number" if what[:1].isdigit() else "letters" if what else ""
        if log is not None and last_form not in ("", form):
            log.info("Symbolic and numeric form for modes mixed")
        last_form = form
        if sign == "-":
            change.minus |= bits
        else:
            change.plus |= bits
            if sign == "=":
                change.minus |= ~bits & affected
    return change


def _complain(log: Log | None, text: str) -> ModeChange | None:
    if log is not None:
        log.error(text)
    return None


def mode_for_new(promise: Actual, default: int) -> int:
    """Give the mode of something that is made anew."""
    text = promise.text("mode")
    if text is None:
        return default
    found = read_mode(text)
    return default if found is None else found.plus & ~found.minus
