"""Macros: `@if minimum_version(3.18)` and its kin, `@else`, `@endif`.

A macro opens a line. One `@if` cannot stand in another.
"""

from __future__ import annotations

import re

# The language that is understood, as the reference numbers it.
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
# Where reading goes on in text that is left out: at the start of a line, behind any number of @.
RESUMED = re.compile(r"^@*?@(else|endif)", re.MULTILINE)


class Step:
    """What a macro does: where it ends, where reading goes on if text is left out, the state."""

    __slots__ = ("end", "is_inside", "skipped_to")

    def __init__(self, end: int, skipped_to: int | None, *, is_inside: bool) -> None:
        self.end = end
        self.skipped_to = skipped_to
        self.is_inside = is_inside


def step(text: str, at: int, *, is_inside: bool) -> Step | None:
    """Take the macro at a place; None if there is none, or it should not be there."""
    if text.startswith("@endif", at):
        return Step(at + 6, None, is_inside=False) if is_inside else None
    if text.startswith("@else", at):
        return _leave_out(text, at + 5) if is_inside else None
    found = CONDITION.match(text, at)
    if found is None or is_inside:
        return None
    if holds(found):
        return Step(found.end(), None, is_inside=True)
    return _leave_out(text, found.end())


def holds(condition: re.Match[str]) -> bool:
    """Tell whether what an `@if` asks for is so."""
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
    """Tell whether ours is an older (-1), the same (0) or a newer (1) version.

    Only as many numbers are compared as are written.
    """
    numbers = tuple(int(number) for number in written.split("."))
    ours = VERSION[: len(numbers)]
    return (ours > numbers) - (ours < numbers)


def _leave_out(text: str, end: int) -> Step | None:
    found = RESUMED.search(text, end)
    if found is None:
        return None
    return Step(end, found.end(), is_inside=found.group(1) == "else")
