"""Checks of a payload, each with a reason that names the key.

    check_fields(payload, FIELDS, OPTIONAL, "the report")

A payload that the reference would drop into its dead letters is rejected while the sender waits.
"""

from __future__ import annotations

from datetime import UTC, datetime

from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Check = Callable[[object], str | None]

_START = datetime(1970, 1, 1, tzinfo=UTC)


class InvalidCommandError(DuckrowError):
    """A command that cannot be stored, with the reason."""


def time_in(text: str) -> int:
    """Return a time in microseconds since 1970, exact to a millisecond as in the reference.

    Raises ValueError for a text that is no time in ISO 8601.
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    passed = moment - _START
    return ((passed.days * 86_400 + passed.seconds) * 1000 + passed.microseconds // 1000) * 1000


# ---- kinds of values: each returns None, or the kind that was expected


def a_string(value: object) -> str | None:
    """Check for a string."""
    return None if isinstance(value, str) else "a string"


def a_flag(value: object) -> str | None:
    """Check for true or false."""
    return None if isinstance(value, bool) else "true or false"


def a_whole_number(value: object) -> str | None:
    """Check for a whole number that the databases have."""
    if type(value) is not int:
        return "a whole number"
    return None if -(1 << 63) <= value < 1 << 63 else "a whole number of at most 64 bits"


def a_number(value: object) -> str | None:
    """Check for a number."""
    return None if type(value) in (int, float) else "a number"


def anything(_value: object) -> str | None:
    """Accept every value."""
    return None


def a_hash(value: object) -> str | None:
    """Check for an object."""
    return None if isinstance(value, dict) else "an object"


def a_list(value: object) -> str | None:
    """Check for a list."""
    return None if isinstance(value, list) else "a list"


def strings(value: object) -> str | None:
    """Check for a list of strings."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return None
    return "a list of strings"


def a_time(value: object) -> str | None:
    """Check for a time."""
    if isinstance(value, str):
        try:
            time_in(value)
        except (ValueError, OverflowError):
            return "a time in ISO 8601"
        return None
    return "a time in ISO 8601"


def maybe(check: Check) -> Check:
    """Return a check that accepts null too."""

    def check_or_null(value: object) -> str | None:
        if value is None:
            return None
        expected = check(value)
        return None if expected is None else f"{expected} or null"

    return check_or_null


# ---- objects


def check_fields(
    data: object, fields: Mapping[str, Check], optional: Mapping[str, Check], what: str
) -> dict[str, object]:
    """Return an object whose fields are as expected. Raises InvalidCommandError."""
    if not isinstance(data, dict):
        raise InvalidCommandError(f"{what} is not an object")
    for key, check in fields.items():
        if key not in data:
            raise InvalidCommandError(f"{what} lacks '{key}'")
        expected = check(data[key])
        if expected is not None:
            raise InvalidCommandError(f"'{key}' of {what} is not {expected}")
    if len(data) > len(fields):
        for key, value in data.items():
            if key in fields:
                continue
            other = optional.get(key)
            if other is None:
                raise InvalidCommandError(f"{what} has an unknown key '{key}'")
            expected = other(value)
            if expected is not None:
                raise InvalidCommandError(f"'{key}' of {what} is not {expected}")
    return data
