"""NotUndef(value): any value, as it is."""

from __future__ import annotations


def from_arguments(value: object) -> object:
    return value


CALLS = (from_arguments,)
