"""Matches patterns with lines, and sets $(match.…).

A pattern that equals a line matches it, whatever it means. An invalid pattern is an error each time
and matches nothing.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.table import Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.regexp.pcre.pattern import Match

_LONGEST = 1024


def matches(context: Context, pattern: str, line: str) -> bool:
    """Return whether a pattern matches a whole line."""
    return pattern == line or context.patterns.full(pattern, line)


def select(context: Context, pattern: str, line: str) -> bool:
    """Return whether a pattern matches a whole line; set $(match.…) to its groups."""
    if pattern == line:
        return True
    found = find(context, pattern, line)
    return found is not None and found.start() == 0 and found.end() == len(line)


def find(context: Context, pattern: str, line: str) -> re.Match[str] | Match | None:
    """Find a pattern in a line; set $(match.…) to its groups."""
    found = context.patterns.search(pattern, line)
    if found is not None:
        remember(context, found)
    return found


def remember(context: Context, found: re.Match[str] | Match) -> None:
    """Set the variables of `match` to the groups of a match."""
    texts = [found.group(0), *found.groups()]
    while texts[-1] is None:
        texts.pop()
    context.match = {
        str(number): Variable(text or "")
        for number, text in enumerate(texts)
        if text is None or len(text) < _LONGEST
    }


class Selection:
    """The selection of lines by a delete_select or insert_select body."""

    __slots__ = ("_context", "_is_wanted", "_kind", "_texts")

    def __init__(self, context: Context, promise: ExpandedPromise, verb: str) -> None:
        self._context = context
        self._kind = ""
        self._is_wanted = True
        self._texts: list[str] = []
        attributes = promise.attributes
        for kind in ("startwith", "match", "contains"):
            for negation in ("", "not_"):
                name = f"{verb}_if_{negation}{kind}_from_list"
                if name in attributes:
                    texts = promise.items(name)
                    if texts and not self._kind:
                        self._kind, self._is_wanted, self._texts = kind, not negation, texts

    def __bool__(self) -> bool:
        """Return whether there is any condition."""
        return bool(self._kind)

    def takes(self, line: str) -> bool:
        """Return whether a line is selected."""
        kind = self._kind
        if not kind:
            return True
        for text in self._texts:
            if kind == "startwith":
                found = line.startswith(text)
            elif kind == "match":
                found = matches(self._context, text, line)
            else:
                found = self._context.patterns.search(text, line) is not None
            if found:
                return self._is_wanted
        return not self._is_wanted
