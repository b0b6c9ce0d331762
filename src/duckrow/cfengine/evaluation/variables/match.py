"""Match patterns, and set the variables of `match` to the groups.

A pattern that equals a string matches it, even if it is invalid. The log gets an error for each use
of an invalid pattern, which matches nothing.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.table import Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.regexp.pcre.pattern import Match

# The size of cf-agent's buffer: a group of this length or more sets no variable.
_TOO_LONG = 1024


def matches_whole(context: Context, pattern: str, text: str) -> bool:
    """Return whether the first match of a pattern is the whole string; set $(match.…)."""
    if pattern == text:
        return True
    found = find_match(context, pattern, text)
    return found is not None and found.start() == 0 and found.end() == len(text)


def matches_any(context: Context, patterns: list[str], text: str) -> bool:
    """Return whether one of the patterns matches the whole string; set $(match.…)."""
    return any(matches_whole(context, pattern, text) for pattern in patterns)


def find_match(context: Context, pattern: str, text: str) -> re.Match[str] | Match | None:
    """Return the first match of a pattern in a string, or None; set $(match.…)."""
    found = context.patterns.search(pattern, text)
    if found is not None:
        set_match(context, found)
    return found


def set_match(context: Context, found: re.Match[str] | Match) -> None:
    """Set the variables of `match` to a match and its groups, up to the last group that is set."""
    texts = [found.group(0), *found.groups()]
    while texts[-1] is None:
        texts.pop()
    context.match = {
        str(number): Variable(text or "")
        for number, text in enumerate(texts)
        if text is None or len(text) < _TOO_LONG
    }
