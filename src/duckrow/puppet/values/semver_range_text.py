"""Reading the text of a version range into spans."""

from __future__ import annotations

from duckrow.puppet.values.semver import (
    IDENTIFIERS,
    NUMBER,
    SemVer,
    build_identifiers,
    prerelease_identifiers,
)
from duckrow.puppet.values.semver_span import Span
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.numbers import read_digits
from duckrow.source.lazy_pattern import LazyPattern

_ANY = rf"(?:[xX*]|{NUMBER})"
_PARTIAL = rf"{_ANY}(?:\.{_ANY}(?:\.{_ANY}(?:-{IDENTIFIERS})?(?:\+{IDENTIFIERS})?)?)?"
_PARTS = LazyPattern(
    rf"({_ANY})(?:\.({_ANY})(?:\.({_ANY})(?:-({IDENTIFIERS}))?(?:\+({IDENTIFIERS}))?)?)?"
)
_SIMPLE = LazyPattern(rf"([<>=~^]|<=|>=|~>|~=)?({_PARTIAL})")
_SPACES = " \t\n\v\f\r"
_SPACE = f"[{_SPACES}]"
_HYPHEN = LazyPattern(rf"({_PARTIAL}){_SPACE}+-{_SPACE}+({_PARTIAL})")
_AFTER_OPERATOR = LazyPattern(rf"([><=~^])(?:{_SPACE}+|{_SPACE}*v)")
_GAP = LazyPattern(f"{_SPACE}+")


class _Partial:
    """A version whose last parts may be missing or a wildcard.

    A pre-release after a wildcard has no meaning and is ignored, even if it is invalid.
    """

    __slots__ = ("_build", "_prerelease", "major", "minor", "patch")

    def __init__(self, text: str) -> None:
        match = _PARTS.fullmatch(text)
        assert match is not None  # the text came out of a pattern that contains this one
        self.major, self.minor, self.patch = map(_number, match.group(1, 2, 3))
        self._prerelease: str | None = match[4]
        self._build: str | None = match[5]

    @property
    def is_prerelease(self) -> bool:
        return self.patch is not None and self._prerelease is not None

    def version(self) -> SemVer:
        """Return the version, with 0 for missing parts."""
        numbers = (self.major or 0, self.minor or 0, self.patch or 0)
        prerelease, build = self._prerelease, self._build
        return SemVer.of(numbers, prerelease_identifiers(prerelease), build_identifiers(build))

    def following(self) -> SemVer | None:
        """Return the first release above those that a wildcard matches; None without a wildcard."""
        if self.major is not None:
            if self.minor is None:
                return SemVer.of((self.major + 1, 0, 0))
            if self.patch is None:
                return SemVer.of((self.major, self.minor + 1, 0))
        return None


def read_spans(text: str) -> list[Span] | None:
    """Read a range; None if it is empty and so means every version."""
    alternatives = _alternatives(_AFTER_OPERATOR.sub(r"\1", text))
    if not alternatives:
        return None
    spans: list[Span] = []
    for alternative in alternatives:
        span = _alternative(alternative, text)
        if span is not None and span not in spans:
            spans.append(span)
    return spans


def _alternatives(text: str) -> list[str]:
    """Split at ||, with the blanks around it but not those at either end of the text."""
    parts = text.split("||")
    parts[1:] = [part.lstrip(_SPACES) for part in parts[1:]]
    parts[:-1] = [part.rstrip(_SPACES) for part in parts[:-1]]
    return _without_empty_end(parts)


def _alternative(alternative: str, text: str) -> Span | None:
    hyphen = _HYPHEN.fullmatch(alternative)
    if hyphen:
        low, high = _Partial(hyphen[1]).version(), _Partial(hyphen[2]).version()
        return Span.at_least(low).intersection(Span.at_most(high))
    found: Span | None = None
    for i, word in enumerate(_without_empty_end(_GAP.split(alternative))):
        simple = _SIMPLE.fullmatch(word)
        if simple is None:
            raise InvalidValueError(f'Unparsable version range: "{text}"')
        span = _simple(simple[1], _Partial(simple[2]))
        if i == 0:
            found = span
        elif found is not None:
            found = found.intersection(span)
    return found


def _simple(operator: str | None, partial: _Partial) -> Span:
    if operator == ">=":
        return Span.at_least(partial.version())
    if operator == "<":
        return Span.below(partial.version())
    if partial.major is None:
        return Span.nothing() if operator == ">" else Span.everything()
    if operator == ">":
        following = partial.following()
        return Span.at_least(following) if following else Span.above(partial.version())
    if operator == "<=":
        following = partial.following()
        return Span.below(following) if following else Span.at_most(partial.version())
    if operator == "^" and partial.major != 0:
        return _caret(partial)
    return _tilde(partial, is_exact=operator in (None, "="))


def _caret(partial: _Partial) -> Span:
    assert partial.major is not None
    if partial.minor is None:
        low = SemVer.of((partial.major, 0, 0))
    elif partial.is_prerelease:
        low = partial.version()
    else:  # build metadata is dropped
        low = SemVer.of((partial.major, partial.minor, partial.patch or 0))
    return Span.from_until(low, SemVer.of((partial.major + 1, 0, 0)))


def _tilde(partial: _Partial, *, is_exact: bool) -> Span:
    assert partial.major is not None
    following = partial.following()
    if following is not None:
        minor = 0 if partial.minor is None else partial.minor
        return Span.from_until(SemVer.of((partial.major, minor, 0)), following)
    version = partial.version()
    if is_exact:
        return Span.exactly(version)
    assert partial.minor is not None
    return Span.from_until(version, SemVer.of((partial.major, partial.minor + 1, 0)))


def _number(text: str | None) -> int | None:
    return None if text is None or text in "xX*" else read_digits(text)


def _without_empty_end(parts: list[str]) -> list[str]:
    """Drop empty parts at the end, which split nothing off; one at the front counts."""
    while parts and not parts[-1]:
        parts.pop()
    return parts
