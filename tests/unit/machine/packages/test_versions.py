"""Orders of versions, as the manuals of the tools give them."""

from __future__ import annotations

from itertools import combinations

import pytest

from duckrow.machine.packages.versions import compare_debian, compare_plain, compare_rpm


@pytest.mark.parametrize(
    "rising",
    [
        ["1.0~~", "1.0~~a", "1.0~", "1.0", "1.0-1", "1.0a", "1.0+b", "1.1", "1.10", "1:0.1"],
        ["2.7.4-1", "2.7.4-1+deb9u1", "2.7.4-2", "2.7.4+dfsg-1", "2.7.4.1-1", "2.7.10-0"],
        ["0", "0a", "1-1~bpo1", "1-1", "1-1.1", "1-10"],
    ],
)
def test_debian(rising: list[str]) -> None:
    for older, newer in combinations(rising, 2):
        assert compare_debian(older, newer) < 0
        assert compare_debian(newer, older) > 0
        assert compare_debian(older, older) == 0


def test_debian_equals() -> None:
    assert compare_debian("0:1.00-0", "1.0") == 0
    assert compare_debian("1.0-0", "1.0") == 0


@pytest.mark.parametrize(
    "rising",
    [
        ["1.0~rc1", "1.0~rc2", "1.0", "1.0^git1", "1.0.1"],
        ["1.0a", "1.0.1", "1.1", "1.10", "1:0.5"],
        ["5.5p1", "5.5p2", "5.5p10", "5.6"],
        ["1.0-1.el8", "1.0-1.el9", "1.0-2.el8", "1.0-10.el8"],
        ["2.0", "2.0.1", "2.1a", "2.1.1"],
    ],
)
def test_rpm(rising: list[str]) -> None:
    for older, newer in combinations(rising, 2):
        assert compare_rpm(older, newer) < 0, (older, newer)
        assert compare_rpm(newer, older) > 0, (older, newer)
        assert compare_rpm(older, older) == 0


def test_rpm_equals() -> None:
    assert compare_rpm("1.05", "1.5") == 0
    assert compare_rpm("1_0", "1.0") == 0
    assert compare_rpm("1.0", "1.0-5") == 0


def test_plain() -> None:
    rising = ["1.0.alpha", "1.0.beta", "1.0", "1.0.1", "1.2", "1.10", "2"]
    for older, newer in combinations(rising, 2):
        assert compare_plain(older, newer) < 0, (older, newer)
        assert compare_plain(newer, older) > 0, (older, newer)
    assert compare_plain("1.0", "1.0.0") == 0
