"""Regular expressions as policies use them.

A pattern matches fully when the first match that the engine finds is the whole subject: a|ab does
not match "ab" fully. Lines matter to ^ and $, and a dot matches line ends too.

Who asks gets a match with the methods of `re`'s, whatever engine found it. A match that takes too
long counts as none.
"""

from __future__ import annotations

import re

from duckrow.cfengine.evaluation.pattern_errors import PatternError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Match", "Pattern", "PatternError", "compile", "full", "search"]

TIME_LIMIT = 2.0
# A loop within a loop doubles its work with each character; up to here it does no harm.
SHORT = 20
_REMEMBERED = 2000
_patterns: dict[str, Pattern | PatternError] = {}
# Patterns that mean the same to both engines and cannot take for ever, as most are: no group is
# repeated, no option set, no escape but the plainest. What looks so and is wrong is read again.
_ALIKE = re.compile(
    r"""(?:(?:[A-Za-z0-9_\ !"#%&',/:;<=>@`~\-.]
            |\\[.dDsSwW/*+?()\[\]{}^$|\-\\]
            |\[\^?(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_\ ./:,;@%=!'"<>*+?(){}$](?!-)
                  |\\[dsw./\[\]\-](?!-))+-?\]
          )(?:[*+?]\??)?
        |[|^$] | \((?![?*]) | \)\??(?![*+?{]) )*""",
    re.VERBOSE,
)
_FLAGS = re.ASCII | re.MULTILINE | re.DOTALL


class Match:
    """A match in a text beyond ASCII, where offsets of bytes and characters differ."""

    __slots__ = ("_match", "_subject")

    def __init__(self, match: Any, subject: str) -> None:
        self._match = match
        self._subject = subject

    def group(self, which: int | str = 0) -> str | None:
        """Give what a group matched, or None."""
        found = self._match.group(which)
        return None if found is None else narrow(found)

    def __getitem__(self, which: int | str) -> str | None:
        return self.group(which)

    def groups(self) -> tuple[str | None, ...]:
        """Give what all groups matched."""
        return tuple(None if each is None else narrow(each) for each in self._match.groups())

    def groupdict(self) -> dict[str, str | None]:
        """Give what named groups matched."""
        return {name: self.group(name) for name in self._match.groupdict()}

    def start(self, which: int | str = 0) -> int:
        """Give where a group begins."""
        return self._place(self._match.start(which))

    def end(self, which: int | str = 0) -> int:
        """Give where a group ends."""
        return self._place(self._match.end(which))

    def span(self, which: int | str = 0) -> tuple[int, int]:
        """Give where a group begins and ends."""
        return self.start(which), self.end(which)

    def _place(self, offset: int) -> int:
        return offset if offset <= 0 else len(narrow(self._subject[:offset]))


class Pattern:
    """A pattern, ready to use. `names` are the named groups with their numbers."""

    __slots__ = ("_is_risky", "_quick", "_slow", "_text", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self._text = source
        self._is_risky = False
        self._quick: re.Pattern[str] | None = None
        self._slow: Any = None
        if _ALIKE.fullmatch(source):
            try:
                self._quick = re.compile(source, _FLAGS)
                return
            except re.error:
                pass
        from duckrow.cfengine.evaluation.pcre import Translation

        translation = Translation(widen(source))
        self._text = translation.text
        self._is_risky = translation.is_risky
        if not translation.needs_regex:
            try:
                self._quick = re.compile(self._text, _FLAGS)
            except re.error as wrong:
                if "look-behind" not in wrong.msg:
                    raise _fault(wrong.msg, source) from None
        if self._quick is None:
            self._compile_slow()

    def _compile_slow(self) -> None:
        # Importing it takes longer than most runs spend on matching.
        from importlib import import_module

        regex = import_module("regex")
        flags = regex.ASCII | regex.MULTILINE | regex.DOTALL | regex.VERSION0
        try:
            self._slow = regex.compile(self._text, flags)
        except regex.error as wrong:
            raise _fault(wrong.msg, self.source) from None

    @property
    def group_count(self) -> int:
        """Count the groups."""
        count: int = (self._quick or self._slow).groups
        return count

    @property
    def names(self) -> dict[str, int]:
        """Give the numbers of named groups."""
        return dict((self._quick or self._slow).groupindex)

    def full(self, subject: str) -> bool:
        """Tell whether the first match is all of the subject."""
        wide = subject if subject.isascii() else widen(subject)
        found = self._find(wide, 0, at_start=True)
        return found is not None and found.span() == (0, len(wide))

    def search(self, subject: str, start: int = 0) -> re.Match[str] | Match | None:
        """Find the first match from an offset on."""
        if subject.isascii():
            found: re.Match[str] | None = self._find(subject, start)
            return found
        wide = widen(subject)
        place = start if start <= 0 else len(widen(subject[:start]))
        found = self._find(wide, place)
        return None if found is None else Match(found, wide)

    def search_wide(self, wide: str, start: int = 0) -> re.Match[str] | None:
        """Find the first match in what `widen` gave: who cuts a text at matches cuts bytes."""
        found: re.Match[str] | None = self._find(wide, start)
        return found

    def matches(self, subject: str) -> bool:
        """Tell whether there is a match somewhere."""
        return self._find(subject if subject.isascii() else widen(subject), 0) is not None

    def _find(self, subject: str, start: int, *, at_start: bool = False) -> Any:
        quick = self._quick
        if quick is not None and (not self._is_risky or len(subject) <= SHORT):
            return quick.match(subject, start) if at_start else quick.search(subject, start)
        if self._slow is None:
            self._compile_slow()
        try:
            if at_start:
                return self._slow.match(subject, start, timeout=TIME_LIMIT)
            return self._slow.search(subject, start, timeout=TIME_LIMIT)
        except (TimeoutError, MemoryError, RecursionError):
            return None


def compile(text: str) -> Pattern:  # noqa: A001  (as `re` has it)
    """Make a pattern ready, or find it ready; raises PatternError."""
    found = _patterns.get(text)
    if found is None:
        if len(_patterns) >= _REMEMBERED:
            _patterns.clear()
        try:
            found = Pattern(text)
        except PatternError as wrong:
            found = wrong
        except (RecursionError, OverflowError):
            found = PatternError("regular expression is too large", len(text))
        _patterns[text] = found
    if isinstance(found, PatternError):
        raise PatternError(found.message, found.offset)
    return found


def full(text: str, subject: str) -> bool:
    """Tell whether a pattern matches a subject fully; raises PatternError."""
    return compile(text).full(subject)


def search(text: str, subject: str, start: int = 0) -> re.Match[str] | Match | None:
    """Find the first match of a pattern; raises PatternError."""
    return compile(text).search(subject, start)


def complaint(wrong: PatternError, text: str) -> str:
    """Say what is wrong with a pattern, as the reference does."""
    return (
        f"Regular expression error: pcre_compile() '{wrong.message}' "
        f"in expression '{text}' (offset: {wrong.offset})"
    )


def widen(text: str) -> str:
    """Give the bytes of a text as characters."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")


def narrow(text: str) -> str:
    """Give the text that such characters were made of."""
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", "surrogateescape")


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
