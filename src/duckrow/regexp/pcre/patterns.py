"""The patterns of one run: each is compiled once, and errors go to the run's log."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from duckrow.regexp.pcre.pattern import Match, Pattern

_MOST = 2000


class Patterns:
    """Compiles and caches patterns, and reports invalid patterns and matches that take too long.

    `report_error` is called with the message each time, also for a pattern that was invalid before.
    """

    __slots__ = ("_known", "_report_error")

    def __init__(self, report_error: Callable[[str], None]) -> None:
        self._report_error = report_error
        # An invalid pattern is its message and the offset of the error.
        self._known: dict[str, Pattern | tuple[str, int]] = {}

    def read(self, text: str) -> Pattern:
        """Return the compiled pattern; raises PatternError without a message."""
        found = self._find(text)
        if isinstance(found, tuple):
            from duckrow.regexp.errors import PatternError

            raise PatternError(*found)
        return found

    def compile(self, text: str) -> Pattern | None:
        """Return the compiled pattern; report the error and return None if it is invalid."""
        found = self._find(text)
        if isinstance(found, tuple):
            message, offset = found
            self._report_error(
                f"Regular expression error: pcre_compile() '{message}' "
                f"in expression '{text}' (offset: {offset})"
            )
            return None
        return found

    def full(self, text: str, subject: str) -> bool:
        """Return whether a pattern matches a subject fully; an invalid one matches nothing."""
        found = self.compile(text)
        return found is not None and found.full(subject)

    def matches(self, text: str, subject: str) -> bool:
        """Return whether a pattern equals a subject or matches it fully."""
        return text == subject or self.full(text, subject)

    def search(self, text: str, subject: str) -> re.Match[str] | Match | None:
        """Find the first match of a pattern; an invalid one matches nothing."""
        found = self.compile(text)
        return None if found is None else found.search(subject)

    def _find(self, text: str) -> Pattern | tuple[str, int]:
        found = self._known.get(text)
        if found is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            found = self._known[text] = self._compile(text)
        return found

    def _compile(self, text: str) -> Pattern | tuple[str, int]:
        # Few runs match anything, and the import compiles expressions of its own.
        from duckrow.regexp.errors import PatternError
        from duckrow.regexp.pcre.pattern import Pattern

        try:
            return Pattern(text, self._report_error)
        except PatternError as error:
            return error.message, error.offset
        except (RecursionError, OverflowError):
            return "regular expression is too large", len(text)
