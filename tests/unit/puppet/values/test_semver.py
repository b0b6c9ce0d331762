from __future__ import annotations

import itertools
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duckrow.puppet.values.semver import HIGHEST, LOWEST, SemVer
from duckrow.ruby.values.errors import InvalidValueError

law = settings(max_examples=250, derandomize=True, database=None, deadline=None)

numbers = st.integers(0, 3) | st.integers(0, 2**70)
identifiers = st.lists(
    st.sampled_from(["0", "1", "10", "a", "b", "rc1", "0a", "-", "x-y"]), min_size=1, max_size=3
).map(".".join)
versions = st.builds(
    lambda a, b, c, pre, build: SemVer.parse(
        f"{a}.{b}.{c}" + (f"-{pre}" if pre else "") + (f"+{build}" if build else "")
    ),
    *(numbers, numbers, numbers, st.none() | identifiers, st.none() | identifiers),
)


@law
@given(versions)
def test_a_written_version_reads_back(version: SemVer) -> None:
    assert SemVer.parse(str(version)) == version
    assert SemVer.valid(str(version))
    assert hash(SemVer.parse(str(version))) == hash(version)


@law
@given(versions, versions, versions)
def test_the_order_is_total(a: SemVer, b: SemVer, c: SemVer) -> None:
    assert (a < b) + (a > b) + (a <= b <= a) == 1
    assert (a <= b) == (not a > b)
    assert (a >= b) == (not a < b)
    low, middle, high = sorted((a, b, c))
    assert low <= middle <= high
    assert low <= high
    if a == b:
        assert a <= b <= a
        assert hash(a) == hash(b)


@law
@given(versions)
def test_everything_lies_between_the_lowest_and_the_highest(version: SemVer) -> None:
    assert LOWEST < version < HIGHEST


def test_precedence_of_the_specification() -> None:
    texts = (
        "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11"
        " 1.0.0-rc.1 1.0.0 1.0.1-0 2.0.0 2.1.0 2.1.1 10.0.0"
    ).split()
    for low, high in itertools.combinations(map(SemVer.parse, texts), 2):
        assert low < high


def test_build_metadata_does_not_order_but_tells_apart() -> None:
    left, right = SemVer.parse("1.0.0+a"), SemVer.parse("1.0.0+b")
    assert left <= right <= left
    assert left != right


def test_parts_are_not_split() -> None:
    assert str(SemVer(1, 2, 3, "rc.1", "b.2")) == "1.2.3-rc.1+b.2"
    assert SemVer(1, 0, 0, "1") != SemVer.parse("1.0.0-1")
    assert SemVer.parse("1.0.0-1") < SemVer(1, 0, 0, "1")


def test_the_parts_of_a_version() -> None:
    version = SemVer.parse("1.2.3-rc.1+b.2")
    assert version.numbers == (1, 2, 3)
    assert (version.prerelease, version.build, version.is_stable) == ("rc.1", "b.2", False)
    assert (SemVer(1, 2, 3).prerelease, SemVer(1, 2, 3).build) == (None, None)
    assert SemVer.parse("1.2.3-rc+b").next_patch() == SemVer(1, 2, 4)


def test_the_ends_of_the_order_survive_pickling() -> None:
    for version in (LOWEST, HIGHEST):
        assert pickle.loads(pickle.dumps(version)) == version
    assert (str(LOWEST), str(HIGHEST)) == ("0.0.0-", "Infinity.0.0")


def test_numbers_of_any_length() -> None:
    text = f"1.0.{'9' * 5000}"
    assert str(SemVer.parse(text)) == text
    assert str(SemVer.parse(f"1.0.0-{'9' * 5000}")).endswith("9" * 5000)


@pytest.mark.parametrize(
    "text", ["", "1", "1.2", "1.2.3.4", "01.0.0", "1.0.0-", "1.0.0+", "v1.0.0", "1.0.0-é", "1.0.٣"]
)
def test_what_is_no_version(text: str) -> None:
    assert not SemVer.valid(text)
    with pytest.raises(InvalidValueError) as caught:
        SemVer.parse(text)
    assert str(caught.value) == f"Unable to parse '{text}' as a semantic version identifier"


def test_leading_zeroes() -> None:
    assert not SemVer.valid("1.0.0-01")
    with pytest.raises(InvalidValueError, match="MUST NOT contain leading zeroes"):
        SemVer.parse("1.0.0-01")


def test_only_versions_are_compared() -> None:
    assert SemVer(1, 0, 0) != "1.0.0"
    with pytest.raises(TypeError):
        SemVer(1, 0, 0) < "2.0.0"  # noqa: B015
