"""The next string: "az" -> "ba", "Zz" -> "AAa", "a9" -> "b0", "1.9" -> "2.0"."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

_START = {"9": "0", "z": "a", "Z": "A"}
_CARRIED = {"9": "1", "z": "a", "Z": "A"}


def successor(_ruby: Interpreter, text: str) -> str:
    """Return the string after a string."""
    chars = list(text)
    at: int | None = next((i for i in range(len(chars) - 1, -1, -1) if chars[i].isalnum()), None)
    if at is None:
        return _raised(chars) if chars else ""
    while True:
        char = chars[at]
        if char not in _START:
            chars[at] = chr(ord(char) + 1)
            return "".join(chars)
        chars[at] = _START[char]
        before = _before(chars, at)
        if before is None:
            chars.insert(at, _CARRIED[char])
            return "".join(chars)
        at = before


def _before(chars: list[str], at: int) -> int | None:
    """Return the index that a carry goes to: the next letter or digit on the left.

    Other characters between are skipped, unless they separate digits from letters: "1.9" becomes
    "2.0", but "a-9" becomes "a-10".
    """
    for index in range(at - 1, -1, -1):
        if chars[index].isalnum():
            is_apart = index < at - 1 and chars[at].isdigit() != chars[index].isdigit()
            return None if is_apart else index
    return None


def _raised(chars: list[str]) -> str:
    """Count with all characters, where there is no letter and no digit."""
    for at in range(len(chars) - 1, -1, -1):
        code = ord(chars[at])
        if code < 0x10FFFF:
            chars[at] = chr(0xE000 if code == 0xD7FF else code + 1)
            return "".join(chars)
        chars[at] = "\0"
    return "\x01" + "".join(chars)
