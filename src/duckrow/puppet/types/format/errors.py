"""Errors while a value is formatted. The wording is the reference's."""

from __future__ import annotations

from duckrow.ruby.values.errors import InvalidValueError


class FormatError(InvalidValueError):
    """A format that cannot be read, or that a value does not have."""


def illegal_format(kind: str, letter: str, known: str) -> FormatError:
    """Make the error for a format that values of a kind do not have."""
    return FormatError(
        f"Illegal format '{letter}' specified for value of {kind} type - "
        f"expected one of the characters '{known}'"
    )
