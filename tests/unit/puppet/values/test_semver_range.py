from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import ALL, SemVerRange
from duckrow.ruby.values.errors import InvalidValueError

law = settings(max_examples=250, derandomize=True, database=None, deadline=None)

small = st.integers(0, 3)
releases = st.builds(SemVer, small, small, small)
versions = releases | st.builds(
    lambda version, pre: SemVer.parse(f"{version}-{pre}"),
    *(releases, st.sampled_from(["a", "b", "rc.1", "rc.2"])),
)
operators = st.sampled_from(["", "=", ">", ">=", "<", "<=", "~", "^"])
partials = (
    versions.map(str)
    | st.sampled_from(["*", "x"])
    | small.map(str)
    | st.builds("{}.{}".format, small, small | st.just("x"))
)
simples = st.builds("{}{}".format, operators, partials)
alternatives = st.lists(simples, min_size=1, max_size=2).map(" ".join) | st.builds(
    "{} - {}".format, partials, partials
)
texts = st.lists(alternatives, min_size=1, max_size=3).map(" || ".join)
ranges = texts.map(SemVerRange.parse)


@law
@given(texts)
def test_a_range_prints_as_it_was_written(text: str) -> None:
    assert str(SemVerRange.parse(text)) == text


@law
@given(ranges, versions)
def test_the_normal_form_means_the_same(range_: SemVerRange, version: SemVer) -> None:
    assume("Infinity" not in range_.normal)  # the highest version can be meant, not written
    again = SemVerRange.parse(range_.normal)
    assert (version in again) == (version in range_)


@law
@given(ranges, ranges, releases)
def test_an_intersection_holds_what_both_hold(
    left: SemVerRange, right: SemVerRange, version: SemVer
) -> None:
    assert (version in left.intersection(right)) == (version in left and version in right)


@law
@given(alternatives, alternatives, releases)
def test_an_alternative_holds_what_either_holds(left: str, right: str, version: SemVer) -> None:
    either = SemVerRange.parse(f"{left} || {right}")
    expected = version in SemVerRange.parse(left) or version in SemVerRange.parse(right)
    assert (version in either) == expected


@law
@given(ranges, ranges, versions)
def test_equal_ranges_hold_the_same(left: SemVerRange, right: SemVerRange, v: SemVer) -> None:
    if left == right:
        assert hash(left) == hash(right)
        assert (v in left) == (v in right)


@law
@given(ranges)
def test_a_range_holds_its_bounds_unless_it_leaves_them_out(range_: SemVerRange) -> None:
    begin, end = range_.begin, range_.end
    if begin is None or end is None or not begin < end:
        return
    if range_.spans[0].has_low:
        assert (begin in range_) is not range_.exclude_begin
    if range_.spans[0].has_high:
        assert (end in range_) is not range_.exclude_end


@law
@given(ranges, ranges, releases)
def test_what_is_covered_is_held(left: SemVerRange, right: SemVerRange, version: SemVer) -> None:
    is_plain = all(span.has_low and not span.without_low for span in (*left.spans, *right.spans))
    if is_plain and left.covers(right) and version in right:
        assert version in left


@law
@given(versions)
def test_exactly_one(version: SemVer) -> None:
    range_ = SemVerRange.exactly(version)
    assert version in range_
    assert range_.begin == range_.end == version
    assert version.next_patch() not in range_


def test_bounds_as_values() -> None:
    low, high = SemVer(1, 0, 0), SemVer(2, 0, 0)
    closed, open_ = SemVerRange(low, high), SemVerRange(low, high, exclude_end=True)
    assert (high in closed, high in open_) == (True, False)
    assert closed == SemVerRange.parse("1.0.0 - 2.0.0")
    assert open_ == SemVerRange.parse("1.x")
    assert SemVer(0, 0, 0) in SemVerRange()
    assert SemVer(1, 0, 0) not in SemVerRange(high, low)


def test_the_reference_swaps_bounds_when_it_writes_them() -> None:
    assert str(SemVerRange(SemVer(1, 0, 0), SemVer(2, 0, 0))) == "2.0.0 - 1.0.0"


def test_many_blanks_take_no_time_to_speak_of() -> None:
    blanks = " \t\n" * 100_000
    assert SemVerRange.parse(f"1.x{blanks}||{blanks}3.x{blanks}").normal == (
        ">=1.0.0 <2.0.0 || >=3.0.0 <4.0.0"
    )
    with pytest.raises(InvalidValueError):
        SemVerRange.parse(f"1.x{blanks}-")


def test_texts_may_be_asked_for() -> None:
    range_ = SemVerRange.parse(">=1.0.0")
    assert range_.includes("1.2.3")
    assert not range_.includes("0.9.0")
    assert not range_.includes("1.2")
    assert not range_.includes(1)


def test_a_prerelease_is_held_only_where_one_is_named() -> None:
    assert SemVer.parse("2.0.0-rc1") not in SemVerRange.parse(">=1.0.0")
    assert SemVer.parse("1.0.0-rc2") in SemVerRange.parse(">=1.0.0-rc1")
    assert SemVer.parse("1.0.1-rc2") not in SemVerRange.parse(">=1.0.0-rc1")
    assert SemVer.parse("1.0.0-rc1") in ALL


@pytest.mark.parametrize("text", ["foo", "1.2.3.4", ">>1.0.0", " 1.0.0", "v1.0.0", "1.0.0 -2.0.0"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        SemVerRange.parse(text)
    assert str(caught.value) == f'Unparsable version range: "{text}"'


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("<=x", "*"),
        ("^x", "*"),
        ("<1.0.0 >2.0.0 <3.0.0", "<0.0.0"),
        ("1.x || >=1.5.0 <2.0.0", ">=1.0.0 <2.0.0"),
    ],
)
def test_where_the_reference_stumbles_over_its_own_code(text: str, normal: str) -> None:
    assert SemVerRange.parse(text).normal == normal


def test_ranges_in_several_pieces_can_be_covered() -> None:
    pieces = SemVerRange.parse("1.x || 3.x")
    assert SemVerRange.parse(">=1.0.0").covers(pieces)
    assert pieces.covers(SemVerRange.parse("1.2.x"))
    assert not pieces.covers(SemVerRange.parse("2.x"))
    assert pieces.merge(SemVerRange.parse("2.x")) is None
    assert (pieces.begin, pieces.end, pieces.exclude_begin, pieces.exclude_end) == (None,) * 4
