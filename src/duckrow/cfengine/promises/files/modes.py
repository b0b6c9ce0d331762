"""Permission bits as policies write them: 644, u=rw,go=r, +x, or a list of such."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.actual import Actual

_ALL = 0o7777
_SYMBOLIC = re.compile(r"([ugoa]*)([+=-])([rwxst0-7]*)")
_BITS = {"r": 0o444, "w": 0o222, "x": 0o111}
_WHO = {"u": 0o4700, "g": 0o2070, "o": 0o1007}


class ModeChange:
    """Bits to set and bits to clear; what is in neither stays."""

    __slots__ = ("minus", "plus")

    def __init__(self, plus: int, minus: int) -> None:
        self.plus = plus
        self.minus = minus

    def of(self, mode: int) -> int:
        """Give what a mode becomes."""
        return (mode | self.plus) & ~self.minus & _ALL


def read_mode(text: str) -> ModeChange | None:
    """Read a mode; None if it is not one."""
    plus = minus = 0
    for part in text.split(","):
        if re.fullmatch(r"[0-7]+", part):
            bits = int(part, 8) & _ALL
            plus |= bits
            minus |= ~bits & _ALL
            continue
        position = 0
        while position < len(part):
            found = _SYMBOLIC.match(part, position)
            if found is None or found.end() == position:
                return None
            set_, cleared = _change(found[1], found[2], found[3])
            plus = (plus | set_) & ~cleared
            minus = (minus | cleared) & ~set_
            position = found.end()
    return ModeChange(plus, minus)


def _change(who: str, sign: str, what: str) -> tuple[int, int]:
    mask = 0
    for letter in who or "a":
        mask |= 0o7777 if letter == "a" else _WHO[letter]
    if what.isdecimal():
        bits = int(what, 8)
    else:
        bits = 0
        for letter in what:
            if letter == "s":
                bits |= 0o6000 & mask
            elif letter == "t":
                bits |= 0o1000
            else:
                bits |= _BITS[letter] & mask
    if sign == "+":
        return bits, 0
    if sign == "-":
        return 0, bits
    return bits, mask & ~bits & 0o777


def mode_for_new(promise: Actual, default: int) -> int:
    """Give the mode of something that is made anew."""
    text = promise.text("mode")
    found = None if text is None else read_mode(text)
    return default if found is None else found.plus & ~found.minus
