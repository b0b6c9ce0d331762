"""Sets of versions, as npm writes them: >=1.0.0 <2.0.0, ~1.2, ^1.2.3, 1.x, 1.0 - 2.0, a || b.

A range is a list of spans, and spans that overlap or touch are merged where possible. How a range
is written by hand is kept: it prints as it was given, while `normal` is made of its spans.

A pre-release is in a range only if a bound of the span it falls into is a pre-release of the same
three numbers: >=1.0.0 does not admit 2.0.0-rc1.
"""

from __future__ import annotations

from duckrow.puppet.values.semver import HIGHEST, LOWEST, SemVer
from duckrow.puppet.values.semver_span import Span
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.source.immutable import Immutable, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class SemVerRange(Immutable):
    """A set of versions."""

    __slots__ = ("_text", "spans")
    ruby_class_name = "SemanticPuppet::VersionRange"

    spans: tuple[Span, ...]
    _text: str | None

    def __init__(
        self,
        lowest: SemVer | None = None,
        highest: SemVer | None = None,
        *,
        exclude_end: bool = False,
    ) -> None:
        """Make the range from one version to another; None means unbounded."""
        low, high = lowest or LOWEST, highest or HIGHEST
        least, most = Span.at_least(low), Span.below(high) if exclude_end else Span.at_most(high)
        span = least.intersection(most)
        # The reference writes the two bounds the wrong way round, and catalogs show it.
        text = f">={high} <{low}" if exclude_end else f"{high} - {low}"
        _fill(self, () if span is None else (span,), text)

    @classmethod
    def of(cls, spans: Iterable[Span], text: str | None = None) -> SemVerRange:
        """Make a range of spans; `text` is how it was written, if it was."""
        made: SemVerRange = object.__new__(cls)
        _fill(made, tuple(spans), text)
        return made

    @classmethod
    def exactly(cls, version: SemVer) -> SemVerRange:
        """Make the range that holds a single version."""
        return cls(version, version)

    @classmethod
    def parse(cls, text: str) -> SemVerRange:
        from duckrow.puppet.values.semver_range_text import read_spans

        spans = read_spans(text)
        return ALL if spans is None else cls.of(spans, text)

    @property
    def normal(self) -> str:
        """The range written from its spans."""
        return " || ".join(map(str, self.spans))

    @property
    def begin(self) -> SemVer | None:
        """The lower bound, or None when there are several."""
        return self.spans[0].low if len(self.spans) == 1 else None

    @property
    def end(self) -> SemVer | None:
        """The upper bound, or None when there are several."""
        return self.spans[0].high if len(self.spans) == 1 else None

    @property
    def exclude_begin(self) -> bool | None:
        return self.spans[0].without_low if len(self.spans) == 1 else None

    @property
    def exclude_end(self) -> bool | None:
        return self.spans[0].without_high if len(self.spans) == 1 else None

    def __contains__(self, version: SemVer) -> bool:
        return any(
            span.admits(version) and (version.is_stable or span.admits_prerelease(version))
            for span in self.spans
        )

    def includes(self, version: object) -> bool:
        """Return whether a version, or a text that is one, lies in the range."""
        if isinstance(version, str):
            try:
                version = SemVer.parse(version)
            except InvalidValueError:
                return False
        return isinstance(version, SemVer) and version in self

    def intersection(self, other: SemVerRange) -> SemVerRange:
        common: list[Span] = []
        for mine in self.spans:
            for theirs in other.spans:
                span = mine.intersection(theirs)
                if span is not None and span not in common:
                    common.append(span)
        return SemVerRange.of(common)

    def covers(self, other: SemVerRange) -> bool:
        """Return whether this range reaches at least as far as another on both sides."""
        ours, theirs = self._bounds(), other._bounds()
        if ours is None or theirs is None:
            return all(any(mine.covers(span) for mine in self.spans) for span in other.spans)
        return ours.covers(theirs)

    def merge(self, other: SemVerRange) -> SemVerRange | None:
        """Return the range from the lower begin to the higher end, if there is no gap between."""
        ours, theirs = self._bounds(), other._bounds()
        if ours is None or theirs is None:
            return None
        if theirs.low in self or ours.low in other:
            low = min(ours.low, theirs.low)
            high = max(ours.high, theirs.high)
            # The range that leaves its end out decides, even if the other one reaches further.
            one, two = (ours, theirs) if ours.without_high else (theirs, ours)
            is_out = one.without_high and one.high == high and (high > two.high or two.without_high)
            return SemVerRange(low, high, exclude_end=is_out)
        if ours.without_high and ours.high == theirs.low:
            return SemVerRange(ours.low, theirs.high, exclude_end=theirs.without_high)
        if theirs.without_high and theirs.high == ours.low:
            return SemVerRange(theirs.low, ours.high, exclude_end=ours.without_high)
        return None

    def _bounds(self) -> Span | None:
        return self.spans[0] if len(self.spans) == 1 else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SemVerRange) and self.spans == other.spans

    def __hash__(self) -> int:
        return hash((SemVerRange, self.spans))

    def __reduce__(self) -> tuple[object, ...]:
        return SemVerRange.of, (self.spans, self._text)

    def __str__(self) -> str:
        return self.normal if self._text is None else self._text

    def ruby_inspect(self) -> str:
        return self.normal

    def __repr__(self) -> str:
        return f"SemVerRange({str(self)!r})"


def _fill(range_: SemVerRange, spans: tuple[Span, ...], text: str | None) -> None:
    set_field(range_, "spans", tuple(_merged(list(spans))) or (Span.nothing(),))
    set_field(range_, "_text", text)


def _merged(spans: list[Span]) -> list[Span]:
    """Merge touching spans, from the last one on, until none touch."""
    has_merged = True
    while has_merged and len(spans) > 1:
        has_merged = False
        done: list[Span] = []
        while spans:
            span, apart = spans.pop(), []
            for other in spans:
                joined = span.merge(other)
                if joined is None:
                    apart.append(other)
                else:
                    span, has_merged = joined, True
            done.append(span)
            spans = apart
        spans = done[::-1]
    return spans


ALL = SemVerRange.of((Span.everything(),), "*")
