"""Permission bits as manifests write them: 0644, or u=rw,go=r which builds on what is there."""

from __future__ import annotations

import re

_OCTAL = re.compile(r"0?[0-7]{1,4}\Z")
_PART = re.compile(r"([ugoa]*)([-+=][-=+rstwxXugo]*)\Z")
_BITS = {"r": 4, "w": 2, "x": 1}
_SPECIAL = {"u": 4, "g": 2, "o": 1}
_SHIFTS = {"u": 6, "g": 3, "o": 0}


def is_octal(text: str) -> bool:
    """Tell whether a mode is a number."""
    return _OCTAL.match(text) is not None


def is_mode(text: str) -> bool:
    """Tell whether a text is a mode at all."""
    return is_octal(text) or all(_PART.match(part) for part in text.split(","))


def normalized(text: str) -> str:
    """Give a mode as it is compared: a number without zeros in front."""
    return f"{int(text, 8):o}" if is_octal(text) else text


def for_directory(mode: int) -> int:
    """Let those who may read a directory also search it."""
    return mode | (mode & 0o444) >> 2


def resolve(text: str, current: int, *, is_directory: bool = False) -> int:
    """Give the bits that a mode makes of the bits that are there."""
    if is_octal(text):
        return int(text, 8)
    found = {who: current >> shift & 7 for who, shift in _SHIFTS.items()}
    found["special"] = current >> 9 & 7
    has_x = is_directory or current & 0o111 != 0
    for part in text.split(","):
        try:
            _apply(part, found, has_x)
        except ValueError as error:
            where = "" if part == text else f' at "{part}"'
            raise ValueError(f'{error}{where} in symbolic mode "{text}"') from None
    return found["special"] << 9 | found["u"] << 6 | found["g"] << 3 | found["o"]


def _apply(part: str, found: dict[str, int], has_x: bool) -> None:
    match = _PART.match(part)
    if match is None:
        raise ValueError("Missing action")
    before = dict(found)
    for who in dict.fromkeys((match[1] or "a").replace("a", "ugo")):
        value = before[who]
        action = ""
        for sign in match[2]:
            if sign in "+-=":
                action = sign
                value = 0 if sign == "=" else value
            elif sign in "st":
                bit = 1 if sign == "t" else _SPECIAL[who]
                found["special"] = _changed(found["special"], action, bit)
            elif sign == "X":
                if action != "+":
                    raise ValueError("X only works with the '+' operator")
                value |= 1 if has_x else 0
            else:
                bits = before[sign] if sign in "ugo" else _BITS[sign]
                value = _changed(value, action, bits)
        found[who] = value


def _changed(value: int, action: str, bits: int) -> int:
    return value & ~bits if action == "-" else value | bits
