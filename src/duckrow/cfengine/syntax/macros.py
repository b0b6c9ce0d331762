"""Macros: `@if minimum_version(3.18)` and similar conditions, `@else`, `@endif`.

A macro starts a line. An `@if` cannot contain another `@if`.
"""

from __future__ import annotations

import re

# The version of the language, as the reference numbers it.
VERSION = (3, 21, 0)

FEATURES = frozenset(
    "yaml xml tls_1_0 tls_1_1 tls_1_2 tls_1_3 def_json_preparse host_specific_data_load"
    " copyfrom_restrict_keys".split()
)

_NUMBER = r"[0-9]{1,5}(?:\.[0-9]{1,5}){0,2}"
CONDITION = re.compile(
    rf"@if (?:(minimum|maximum|before|at|after)_version\(({_NUMBER})\)"
    rf"|between_versions\(({_NUMBER}) *, *({_NUMBER})\)"
    r"|feature\(([a-zA-Z0-9_]+)\))"
)
# The end of skipped text: at the start of a line, after any number of @.
RESUMED = re.compile(r"^@*?@(else|endif)", re.MULTILINE)


class Step:
    """The effect of a macro: its end, the end of the skipped text, and the new state."""

    __slots__ = ("end", "is_inside", "skipped_to")

    def __init__(self, end: int, skipped_to: int | None, *, is_inside: bool) -> None:
        self.end = end
        self.skipped_to = skipped_to
        self.is_inside = is_inside


def step(text: str, at: int, *, is_inside: bool) -> Step | None:
    """Read the macro at an offset; return None if there is no macro, or it is not allowed there."""
    if text.startswith("@endif", at):
        return Step(at + 6, None, is_inside=False) if is_inside else None
    if text.startswith("@else", at):
        return _skip(text, at + 5) if is_inside else None
    found = CONDITION.match(text, at)
    if found is None or is_inside:
        return None
    if is_true(found):
        return Step(found.end(), None, is_inside=True)
    return _skip(text, found.end())


def is_true(condition: re.Match[str]) -> bool:
    """Return whether the condition of an `@if` is true."""
    relation, version, low, high, feature = condition.groups()
    if feature is not None:
        return feature in FEATURES
    if relation is None:
        return compare(low) >= 0 >= compare(high)
    order = compare(version)
    return bool(
        {
            "minimum": order >= 0,
            "maximum": order <= 0,
            "before": order < 0,
            "at": order == 0,
            "after": order > 0,
        }[relation]
    )


def compare(written: str) -> int:
    """Return whether our version is older (-1), the same (0) or newer (1).

    Only the numbers in the argument are compared.
    """
    numbers = tuple(int(number) for number in written.split("."))
    ours = VERSION[: len(numbers)]
    return (ours > numbers) - (ours < numbers)


def _skip(text: str, end: int) -> Step | None:
    found = RESUMED.search(text, end)
    if found is None:
        return None
    return Step(end, found.end(), is_inside=found.group(1) == "else")
