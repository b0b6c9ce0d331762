"""Numbers as policies write them: 12, 4k, 3M, inf, now."""

from __future__ import annotations

import re

_INTEGER = re.compile(r"\s*([+-]?\d+)\s*([kKmMgG%]?)\s*\Z")
_FACTORS = {"": 1, "k": 1000, "K": 1024, "m": 1000**2, "M": 1024**2, "g": 1000**3, "G": 1024**3}
INFINITE = 999_999_999


def read_integer(text: str) -> int | None:
    """Read a whole number, or give None. A percentage is a negative number, as in the reference."""
    if text == "inf":
        return INFINITE
    if text == "now":
        from time import time

        return int(time())
    found = _INTEGER.match(text)
    if found is None:
        return None
    number, factor = int(found[1]), found[2]
    if factor == "%":
        return -number if 0 <= number <= 100 else None
    return number * _FACTORS[factor]


def read_real(text: str) -> float | None:
    """Read a number with a point, or give None."""
    found = _REAL.match(text)
    if found is None:
        return None
    factor = found[2]
    return float(found[1]) * (0.01 if factor == "%" else _FACTORS[factor])


_REAL = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([kKmMgG%]?)\s*\Z")
