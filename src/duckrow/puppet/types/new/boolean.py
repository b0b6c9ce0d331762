"""Boolean(from): from words for yes and no, and from numbers; zero is false."""

from __future__ import annotations

from duckrow.puppet.types.new.words import not_convertible


def from_arguments(from_: object) -> bool:
    return from_.lower() not in ("false", "no", "n") if isinstance(from_, str) else from_ != 0


def error_message(from_: object) -> str:
    return not_convertible(from_, "Boolean")


CALLS = (from_arguments, error_message)
