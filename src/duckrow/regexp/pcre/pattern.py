"""One compiled PCRE pattern, and its matches.

The options are CFEngine's: ^ and $ match at line ends, and a dot matches line ends too. A pattern
matches fully if the engine's first match is the whole subject: a|ab does not match "ab" fully.

Matches have the methods of `re.Match`, whichever engine found them. A search that runs out of time
or memory finds nothing, and calls `report_error`.
"""

from __future__ import annotations

import re

from duckrow.regexp.errors import PatternError
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

TIME_LIMIT = 2.0
# A loop within a loop doubles its work with each character; up to this length it is fast enough.
SHORT = 20
# `re` has no clock: it gets only subjects that it can divide among the repeats of a pattern in at
# most this many ways.
MOST_WAYS = 1_000_000
UNLIMITED = 1 << 62
# Most patterns mean the same to both engines and have no loop within a loop: they repeat no group,
# set no option and use only the plainest escapes. An invalid pattern of this kind is parsed again.
_ALIKE = LazyPattern(
    r"""(?x)(?:(?:[A-Za-z0-9_\ !"#%&',/:;<=>@`~\-.]
            |\\[.dDsSwW/*+?()\[\]{}^$|\-\\]
            |\[\^?(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_\ ./:,;@%=!'"<>*+?(){}$](?!-)
                  |\\[dsw./\[\]\-](?!-))+-?\]
          )(?:[*+?]\??)?
        |[|^$] | \((?![?*]) | \)\??(?![*+?{]) )*"""
)
# A repeat with only one end, because the character that must come next cannot be part of it.
_CERTAIN_REPEAT = LazyPattern(
    r"""(?x)(?:\[\^[^\]\\-]*([^\]\\-])[^\]\\-]*\][*+]\)*(?=\1(?![*?{]))
          |\\s[*+]\)*(?=(?:\((?=(?:\\[^()]|[^()|\\])*\)(?![*?{])))?
                         (?:\\[Sdw]|[\w"%&',/:;<=>@`~])(?![*?{]))
          |\\[Sdw][*+]\)*(?=\\s(?![*?{]))
          |\\[dw][*+]\)*(?=["%&',/:;<=>@`~](?![*?{])) )"""
)
_NO_REPEAT = LazyPattern(r"(?s)\\.|\[\^?\]?(?:\\.|[^\]\\])*\]")
_REPEAT = LazyPattern(r"[*+]|\{\d+,\d*\}")
# No pattern gives these a meaning of their own, wherever they are.
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:/@=%,;~")
_FLAGS = re.ASCII | re.MULTILINE | re.DOTALL


class Match:
    """A match in a string beyond ASCII, where offsets of bytes and characters differ."""

    __slots__ = ("_match", "_subject")

    def __init__(self, match: Any, subject: str) -> None:
        self._match = match
        self._subject = subject

    def group(self, which: int | str = 0) -> str | None:
        """Return the string that a group matched, or None."""
        found = self._match.group(which)
        return None if found is None else narrow(found)

    def __getitem__(self, which: int | str) -> str | None:
        return self.group(which)

    def groups(self) -> tuple[str | None, ...]:
        """Return the strings of all groups."""
        return tuple(None if each is None else narrow(each) for each in self._match.groups())

    def groupdict(self) -> dict[str, str | None]:
        """Return the strings of the named groups."""
        return {name: self.group(name) for name in self._match.groupdict()}

    def start(self, which: int | str = 0) -> int:
        """Return the offset at which a group begins."""
        return self._place(self._match.start(which))

    def end(self, which: int | str = 0) -> int:
        """Return the offset at which a group ends."""
        return self._place(self._match.end(which))

    def span(self, which: int | str = 0) -> tuple[int, int]:
        """Return the offsets at which a group begins and ends."""
        return self.start(which), self.end(which)

    def _place(self, offset: int) -> int:
        return offset if offset <= 0 else len(narrow(self._subject[:offset]))


class Pattern:
    """A compiled pattern; raises PatternError for a source that PCRE rejects."""

    __slots__ = (
        "_longest",
        "_longest_at_start",
        "_quick",
        "_report_error",
        "_slow",
        "_start",
        "_text",
        "source",
    )

    def __init__(self, source: str, report_error: Callable[[str], None]) -> None:
        self.source = source
        self._report_error = report_error
        self._text = source
        # The longest subjects for `re`, in a search and in a match at the start.
        self._longest = self._longest_at_start = UNLIMITED
        self._quick: re.Pattern[str] | None = None
        self._slow: Any = None
        self._start: str | None = None
        if _ALIKE.fullmatch(source):
            try:
                self._quick = re.compile(source, _FLAGS)
                self._limit()
                return
            except re.error:
                pass
        from duckrow.regexp.pcre.translation import Translation

        translation = Translation(widen(source))
        self._text = translation.text
        if not translation.needs_regex:
            try:
                self._quick = re.compile(self._text, _FLAGS)
            except re.error as error:
                if "look-behind" not in error.msg:
                    raise _fault(error.msg, source) from None
        if self._quick is None:
            self._compile_slow()
        else:
            self._limit()
            if translation.is_risky:
                self._longest = min(self._longest, SHORT)
                self._longest_at_start = min(self._longest_at_start, SHORT)

    def _limit(self) -> None:
        """Limit the length of the subjects for `re` if the pattern has several repeats."""
        count = repeat_count(self._text)
        if count > 1:
            self._longest_at_start = longest_subject(count)
            # A search may also begin at each character.
            self._longest = longest_subject(count + 1)

    def _compile_slow(self) -> None:
        # Importing it takes longer than most runs spend on matching.
        from importlib import import_module

        regex = import_module("regex")
        flags = regex.ASCII | regex.MULTILINE | regex.DOTALL | regex.VERSION0
        try:
            self._slow = regex.compile(self._text, flags)
        except regex.error as error:
            raise _fault(error.msg, self.source) from None

    @property
    def group_count(self) -> int:
        """Return the number of groups."""
        count: int = (self._quick or self._slow).groups
        return count

    @property
    def names(self) -> dict[str, int]:
        """Return the numbers of the named groups."""
        return dict((self._quick or self._slow).groupindex)

    @property
    def start(self) -> str:
        """Return a text with which each match begins; often "", where that is not plain to see."""
        found = self._start
        if found is None:
            found = self._start = plain_start(self.source)
        return found

    def full(self, subject: str) -> bool:
        """Return whether the first match is the whole subject."""
        quick = self._quick
        if quick is not None and len(subject) <= self._longest_at_start and subject.isascii():
            match = quick.match(subject)
            return match is not None and match.end() == len(subject)
        wide = subject if subject.isascii() else widen(subject)
        found = self._find(wide, 0, at_start=True)
        return found is not None and found.span() == (0, len(wide))

    def search(self, subject: str, start: int = 0) -> re.Match[str] | Match | None:
        """Find the first match from an offset on."""
        if subject.isascii():
            found: re.Match[str] | None = self._find(subject, start)
            return found
        wide = widen(subject)
        wide_start = start if start <= 0 else len(widen(subject[:start]))
        found = self._find(wide, wide_start)
        return None if found is None else Match(found, wide)

    def search_wide(self, wide: str, start: int = 0) -> re.Match[str] | None:
        """Find the first match in a widened string, whose offsets count bytes."""
        found: re.Match[str] | None = self._find(wide, start)
        return found

    def matches(self, subject: str) -> bool:
        """Return whether the pattern matches anywhere."""
        return self._find(subject if subject.isascii() else widen(subject), 0) is not None

    def _find(self, subject: str, start: int, *, at_start: bool = False) -> Any:
        quick = self._quick
        longest = self._longest_at_start if at_start else self._longest
        if quick is not None and len(subject) - start <= longest:
            return quick.match(subject, start) if at_start else quick.search(subject, start)
        if self._slow is None:
            self._compile_slow()
        try:
            if at_start:
                return self._slow.match(subject, start, timeout=TIME_LIMIT)
            return self._slow.search(subject, start, timeout=TIME_LIMIT)
        except TimeoutError:
            self._report_error(
                f"Regular expression error: matching '{self.source}' was stopped after "
                f"{TIME_LIMIT:g} s and counts as no match"
            )
        except (MemoryError, RecursionError):
            self._report_error(
                f"Regular expression error: matching '{self.source}' needs too much memory and "
                "counts as no match"
            )
        return None


def plain_start(source: str) -> str:
    """Return the plain characters at the start of a pattern, which are in each of its matches."""
    if "|" in source:
        return ""
    length = 0
    for letter in source:
        if letter not in _PLAIN:
            if letter in "*+?{":
                length -= 1  # it repeats the character before it, perhaps not once
            break
        length += 1
    return source[: max(length, 0)]


def repeat_count(text: str) -> int:
    """Return how many repeats of a pattern in Python's syntax can end at several offsets."""
    if text.count("*") + text.count("+") + text.count("{") < 2:
        return 1
    return len(_REPEAT.findall(_NO_REPEAT.sub("", _CERTAIN_REPEAT.sub("", text))))


def longest_subject(count: int) -> int:
    """Return the longest subject that `count` repeats can divide in at most MOST_WAYS ways."""
    length, ways = 0, 1
    while ways <= MOST_WAYS:
        length += 1
        ways = ways * (length + count) // length  # (length + count) over count
    return length - 1


def widen(text: str) -> str:
    """Return a string with one character for each byte of a string."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")


def narrow(text: str) -> str:
    """Return the string whose bytes a widened string holds."""
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", "surrogateescape")


# The start of an engine's message, and PCRE's message instead.
_FAULTS = {
    "unknown group name": "reference to non-existent subpattern",
    "invalid group reference": "reference to non-existent subpattern",
    "redefinition of group name": "two named subpatterns have the same name",
    "cannot refer to an open group": "reference to non-existent subpattern",
    "conditional backref": "conditional group contains more than two branches",
}


def _fault(message: str, source: str) -> PatternError:
    for start, words in _FAULTS.items():
        if message.startswith(start):
            message = words
            break
    if "look-behind" in message or "lookbehind" in message:
        message = "lookbehind assertion is not fixed length"
    return PatternError(message, len(source))
