"""The range of Integer: 64 bits, with a sign. Python, YAML and JSON have larger ones."""

from __future__ import annotations

_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


def is_integer(value: int) -> bool:
    """Return whether a number is one of the language."""
    return _LEAST <= value <= _MOST


def out_of_range(value: int) -> str:
    """Return the message about a number that is not."""
    bound = "max" if value > 0 else "min"
    return f"Use of a Ruby Integer outside of Puppet Integer {bound} range, got '{value:#x}'"
