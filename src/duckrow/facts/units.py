"""Amounts for people, rounded as facter rounds them."""

from __future__ import annotations

_SIZES = ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_PREFIXES = {0: "", 3: "k", 6: "M", 9: "G", 12: "T"}


def size_text(amount: int) -> str:
    """Return a number of bytes as a string: 23.54 GiB."""
    if amount < 1024:
        return f"{amount} bytes"
    exponent = (amount.bit_length() - 1) // 10
    number = int(100.0 * (amount / 1024.0**exponent) + 0.5) / 100.0
    if number == 1024.0:
        exponent += 1
        number = 1.0
    if exponent > len(_SIZES):
        return f"{amount} bytes"
    return f"{number:.2f} {_SIZES[exponent - 1]}"


def speed_text(hertz: int) -> str | None:
    """Return a frequency as a string: 2.60 GHz."""
    if hertz <= 0:
        return None
    power = len(str(hertz)) - 1
    exponent = power - power % 3
    if exponent not in _PREFIXES:
        return None
    return f"{hertz / 10**exponent:.2f} {_PREFIXES[exponent]}Hz"


def share_text(used: int, total: int) -> str:
    """Return the used share of a total as a string: 7.12%."""
    return f"{used / total * 100:.2f}%"


def leading_number(text: str) -> int:
    """Return the number at the start of a string, or 0."""
    digits = ""
    for sign in text.strip():
        if not ("0" <= sign <= "9"):
            break
        digits += sign
    return int(digits) if digits else 0
