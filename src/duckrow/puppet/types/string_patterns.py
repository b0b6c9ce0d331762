"""Strings against Enum and Pattern."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from duckrow.puppet.types.model.scalars import EnumType, PatternType

_MOST_REMEMBERED = 256


def in_enum(enum: EnumType, value: str) -> bool:
    """Return whether a string is one of the values of an Enum."""
    if enum.ignores_case:
        return value.lower() in (known.lower() for known in enum.values)
    return value in enum.values


def matches(patterns: tuple[str, ...], value: str) -> bool:
    """Return whether a string matches one of some regular expressions."""
    # Only few runs need regular expressions, and they are slow to import.
    from duckrow.regexp import regexp

    return any(regexp(source).search(value) is not None for source in patterns)


def matches_pattern(pattern: PatternType, value: str) -> bool:
    """Return whether a string is a value of a Pattern."""
    return not pattern.patterns or matches(pattern.patterns, value)


class PatternMemo(dict[str, bool]):
    """Answers `matches` by subscript and remembers the answers for the last strings.

    A search costs far more than a look-up, and the same few strings (a path, an owner, a mode) are
    checked for one resource after the other. The answers are also kept as two sets, `taken` and
    `refused`, because compiled checks look into a set faster than into a dict subclass. `others`
    are strings that are accepted without a match.
    """

    __slots__ = ("_others", "_patterns", "rejected", "taken")

    def __init__(self, patterns: tuple[str, ...], others: Collection[str] = ()) -> None:
        super().__init__()
        self._patterns = patterns
        self._others = others
        self.taken = set(others)
        self.rejected: set[str] = set()

    def __missing__(self, value: str) -> bool:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
            self.rejected.clear()
            self.taken.clear()
            self.taken.update(self._others)
        found = self[value] = matches(self._patterns, value)
        (self.taken if found else self.rejected).add(value)
        return found
