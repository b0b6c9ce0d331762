"""Matches patterns with names and paths; captures are in $(match.…) afterwards."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.table import Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def matches(context: Context, pattern: str, subject: str) -> bool:
    """Return whether a pattern matches a whole string."""
    if pattern == subject:
        return True
    found = context.patterns.compile(pattern)
    if found is None or not found.full(subject):
        return False
    match = found.search(subject)
    if match is not None:
        captured = {"0": Variable(subject)}
        for number, text in enumerate(match.groups(), 1):
            if text is not None:
                captured[str(number)] = Variable(text)
        context.match = captured
    return True


def matches_any(context: Context, wanted: list[str], subject: str) -> bool:
    """Return whether one of some patterns matches a whole string."""
    return any(matches(context, pattern, subject) for pattern in wanted)
