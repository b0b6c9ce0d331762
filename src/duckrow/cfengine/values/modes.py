"""Permission bits as policies write them: 644, u=rw,go=r, a+x.

cf-agent reads a mode character by character and is lenient: it logs an error for a character in the
wrong place and still uses the mode. Parts are separated by commas; each adds to the bits that are
set and to those that are cleared.

Puppet has a reader of its own, `puppet/resources/file_mode.py`, because the grammars differ: a
CFEngine mode is two masks that are known without the file, and `s` depends on the users before it;
a Puppet mode is computed from the bits of the file (`X`, `g=u`), and invalid modes are errors.
"""

from __future__ import annotations

from duckrow.cfengine.values.numbers import ignore_message
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.values.numbers import LogMessage

_ALL = 0o7777
_FILE_TYPE = 0o170000
_WHO = {"a": 0o7777, "u": 0o4700, "g": 0o2070, "o": 0o0007}
_WHICH = {"r": 0o444, "w": 0o222, "x": 0o111, "s": 0o6000}
_STICKY = 0o1000
_NUMBER = LazyPattern("([0-7]+)[0-9]*")
_MIXED = "Symbolic and numeric form for modes mixed"


class ModeChange:
    """Bits to set and bits to clear; all others stay."""

    __slots__ = ("minus", "plus")

    def __init__(self, plus: int = 0, minus: int = 0) -> None:
        self.plus = plus
        self.minus = minus

    def of(self, mode: int) -> int:
        """Return a mode with the change applied."""
        return (mode | self.plus) & ~self.minus & _ALL

    @property
    def for_new(self) -> int:
        """Return the mode of a new file."""
        return self.plus & ~self.minus


class _Part:
    """One part of a mode, between commas."""

    __slots__ = ("action", "affected", "expected", "form", "has_action", "value")

    def __init__(self, expected: str) -> None:
        self.value = self.affected = 0
        self.action = "="
        self.has_action = False
        # "who" or "which"; at the start, anything is allowed.
        self.expected = expected
        # "letters" or "numbers".
        self.form = ""

    def add_to(self, change: ModeChange) -> None:
        """Set and clear the bits of this part."""
        if self.action == "-":
            change.minus |= self.value
            return
        change.plus |= self.value
        if self.action == "=":
            change.minus |= ~self.value & self.affected

    def check(self, found: str, form: str, sign: str, log_message: LogMessage) -> None:
        """Log an error for a character in the wrong position."""
        if self.expected and self.expected != found:
            log_message("error", f"Mode string constant ({sign}) used out of context")
        elif self.form and self.form != form:
            log_message("error", "Symbolic and numeric filemodes mixed within expression")


def read_mode(text: str | None, log_message: LogMessage = ignore_message) -> ModeChange | None:
    """Parse a mode; return None if it is invalid. No mode at all changes nothing."""
    change = ModeChange()
    if text is None:
        return change
    part, last_form, at = _Part(""), "", 0
    while at < len(text):
        sign = text[at]
        if sign in _WHO:
            part.check("who", "letters", sign, log_message)
            part.affected |= _WHO[sign]
            part.form = "letters"
        elif sign in "+-=":
            if part.has_action:
                log_message("error", "Too many +-= in mode string")
                return None
            part.check("who", "letters", sign, log_message)
            part.action, part.expected, part.has_action, part.form = sign, "which", True, ""
        elif sign in _WHICH or sign == "t":
            part.check("which", "letters", sign, log_message)
            part.value |= _STICKY if sign == "t" else _WHICH[sign] & part.affected
            part.form = "letters"
        elif sign in "01234567":
            part.check("which", "numbers", sign, log_message)
            part.form, part.has_action, part.expected, part.affected = (
                "numbers",
                True,
                "which",
                _ALL,
            )
            found = _read_number(text, at, log_message)
            if found is None:
                return None
            part.value, at = found
            continue
        elif sign == ",":
            part.add_to(change)
            if last_form not in ("", part.form):
                log_message("info", _MIXED)
            last_form, part = part.form, _Part("who")
        else:
            log_message("error", f"Invalid mode string ({text})")
            return None
        at += 1
    if (part.expected == "who" or part.value == 0) and text not in ("0000", "000"):
        log_message("error", "mode string is incomplete")
        return None
    if last_form not in ("", part.form):
        log_message("info", _MIXED)
    part.add_to(change)
    return change


def _read_number(text: str, start: int, log_message: LogMessage) -> tuple[int, int] | None:
    """Read an octal number; return it with the offset after its digits, including 8 and 9."""
    digits = _NUMBER.match(text, start)
    assert digits is not None
    # The reference uses a signed integer of 32 bits, and a negative one is not too big.
    value = (min(int(digits[1], 8), 2**64 - 1) + 2**31) % 2**32 - 2**31
    if value & _FILE_TYPE:
        log_message(
            "info",
            "Mode-Value is not entirely within the system's allowed permissions (octal "
            f"{_FILE_TYPE:o}) and will be filtered accordingly : {text}",
        )
    value &= ~_FILE_TYPE
    if value > _ALL:
        log_message("error", f"Mode-Value too big : {text}")
        return None
    return value & _ALL, digits.end()
