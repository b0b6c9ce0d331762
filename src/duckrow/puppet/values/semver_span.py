"""A continuous range of versions.

A span is the intersection of its comparators: no comparator means every version, one means a span
that is open on one side or holds a single version, two mean a lower and an upper bound. `1.x` and
`>=1.0.0 <2.0.0` are the same span, and every span has bounds.
"""

from __future__ import annotations

from duckrow.puppet.values.semver import HIGHEST, LOWEST, SemVer
from duckrow.source.immutable import Immutable, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    Comparator = tuple[str, SemVer]  # one of > >= < <= = and a version


class Span(Immutable):
    """A stretch of versions."""

    __slots__ = ("_comparators", "high", "low", "without_high", "without_low")

    _comparators: tuple[Comparator, ...]
    low: SemVer
    high: SemVer
    without_low: bool
    without_high: bool

    def __init__(self, *comparators: Comparator) -> None:
        low, high, without_low, without_high = LOWEST, HIGHEST, False, False
        if comparators:
            first, version = comparators[0]
            if first[0] != "<":
                low, without_low = version, first == ">"
            last, version = comparators[-1]
            if last[0] != ">":
                high, without_high = version, last == "<"
        set_field(self, "_comparators", comparators)
        set_field(self, "low", low)
        set_field(self, "high", high)
        set_field(self, "without_low", without_low)
        set_field(self, "without_high", without_high)

    @classmethod
    def everything(cls) -> Span:
        return cls()

    @classmethod
    def nothing(cls) -> Span:
        return cls(("<", LOWEST))

    @classmethod
    def exactly(cls, version: SemVer) -> Span:
        return cls(("=", version))

    @classmethod
    def at_least(cls, version: SemVer) -> Span:
        return cls((">=", version))

    @classmethod
    def above(cls, version: SemVer) -> Span:
        return cls((">", version))

    @classmethod
    def at_most(cls, version: SemVer) -> Span:
        return cls(("<=", version))

    @classmethod
    def below(cls, version: SemVer) -> Span:
        return cls(("<", version))

    @classmethod
    def from_until(cls, low: SemVer, high: SemVer) -> Span:
        """Make the span from a version up to, and without, a higher one."""
        return cls((">=", low), ("<", high))

    @property
    def has_low(self) -> bool:
        """Return whether anything is too low for the span."""
        return self.without_low or self.low != LOWEST

    @property
    def has_high(self) -> bool:
        """Return whether anything is too high for the span."""
        return self.without_high or self.high != HIGHEST

    def admits(self, version: SemVer) -> bool:
        """Return whether a version lies between the bounds."""
        for operator, bound in self._comparators:
            if operator == ">=":
                fits = version >= bound
            elif operator == "<":
                fits = version < bound
            elif operator == "<=":
                fits = version <= bound
            elif operator == ">":
                fits = version > bound
            else:
                fits = version == bound
            if not fits:
                return False
        return True

    def admits_prerelease(self, version: SemVer) -> bool:
        """Return whether the span includes pre-releases of this version's three numbers."""
        return not self._comparators or any(
            not bound.is_stable and bound.numbers == version.numbers
            for _, bound in self._comparators
        )

    def intersection(self, other: Span) -> Span | None:
        """Return the versions in both spans, or None."""
        if not self._comparators:
            return other
        for one, two in ((self, other), (other, self)):
            if one.low > two.high:
                return None
            if _is_level(one.low, two.high):
                return None if one.without_low or two.without_high else Span.exactly(one.low)
        if _is_level(self.low, other.low):
            least = self if self.without_low else other
        else:
            least = self if self.low > other.low else other
        if _is_level(self.high, other.high):
            most = self if self.without_high else other
        else:
            most = self if self.high < other.high else other
        if not most.has_high:
            return least
        if not least.has_low:
            return most
        return Span(least._comparators[0], most._comparators[-1])

    def merge(self, other: Span) -> Span | None:
        """Return the versions in either span, or None when there is a gap between them."""
        if not self._comparators:
            return self
        if self.admits(other.low) or other.admits(self.low):
            return self._around(other)
        for one, two in ((self, other), (other, self)):
            if one.without_high and not two.without_low and one.high == two.low:
                return _between(one, two)
        for one, two in ((self, other), (other, self)):
            if not one.without_high and not two.without_low and one.high.next_patch() == two.low:
                return _between(one, two)
        return None

    def _around(self, other: Span) -> Span | None:
        least = other if other.low < self.low else self
        without_low = least.without_low
        if _is_level(self.low, other.low):
            without_low = self.without_low and other.without_low
        most = other if other.high > self.high else self
        without_high = most.without_high
        if _is_level(self.high, other.high):
            without_high = self.without_high and other.without_high
        return _bounded(least.low, without_low, most.high, without_high)

    def covers(self, other: Span) -> bool:
        """Return whether this span reaches at least as far as another on both sides."""
        if not self.low <= other.low:
            return False
        if self.high == other.high:
            return not self.without_high or other.without_high
        return self.high > other.high

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self._comparators == other._comparators

    def __hash__(self) -> int:
        return hash((Span, self._comparators))

    def __reduce__(self) -> tuple[object, ...]:
        return Span, self._comparators

    def __str__(self) -> str:
        if not self._comparators:
            return "*"
        return " ".join(map(_written, self._comparators))

    def __repr__(self) -> str:
        return f"Span({str(self)!r})"


def _written(comparator: Comparator) -> str:
    operator, version = comparator
    if operator == "=":
        return str(version)
    return "<0.0.0" if operator == "<" and version == LOWEST else f"{operator}{version}"


def _is_level(left: SemVer, right: SemVer) -> bool:
    """Return whether neither version goes before the other, which is less than being equal."""
    return left <= right and left >= right


def _between(low: Span, high: Span) -> Span | None:
    return _bounded(low.low, low.without_low, high.high, high.without_high)


def _bounded(low: SemVer, without_low: bool, high: SemVer, without_high: bool) -> Span | None:
    least = Span.above(low) if without_low else Span.at_least(low)
    return least.intersection(Span.below(high) if without_high else Span.at_most(high))
