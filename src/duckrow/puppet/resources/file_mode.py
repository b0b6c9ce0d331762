"""Permission bits as manifests write them: 0644, or u=rw,go=r relative to the current bits.

CFEngine has a reader of its own, `cfengine/values/modes.py`, because its grammar differs: the mode
in a policy never depends on the current bits, and has neither `X` nor `g=u`.
"""

from __future__ import annotations

_BITS = {"r": 4, "w": 2, "x": 1}
_SPECIAL = {"u": 4, "g": 2, "o": 1}
_SHIFTS = {"u": 6, "g": 3, "o": 0}


def is_octal(text: str) -> bool:
    """Return whether a mode is a number: up to four octal digits, and a zero before them."""
    most = 5 if text.startswith("0") else 4
    return 1 <= len(text) <= most and not text.strip("01234567")


def is_mode(text: str) -> bool:
    """Return whether a text is a mode."""
    return is_octal(text) or all(_split(part) is not None for part in text.split(","))


def _split(part: str) -> tuple[str, str] | None:
    """Split a part such as go+rx into classes of users and changes, or return None."""
    changes = part.lstrip("ugoa")
    if changes[:1] not in ("-", "+", "=") or changes.strip("-=+rstwxXugo"):
        return None
    return part[: len(part) - len(changes)], changes


def normalized(text: str) -> str:
    """Return a mode as it is compared: a number without leading zeros."""
    return f"{int(text, 8):o}" if is_octal(text) else text


def for_directory(mode: int) -> int:
    """Add the search bit wherever the read bit is set."""
    return mode | (mode & 0o444) >> 2


def resolve(text: str, current: int, *, is_directory: bool = False) -> int:
    """Return the bits that a mode makes of the current bits."""
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
    split = _split(part)
    if split is None:
        raise ValueError("Missing action")
    whom, changes = split
    before = dict(found)
    for who in dict.fromkeys((whom or "a").replace("a", "ugo")):
        value = before[who]
        action = ""
        for sign in changes:
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
