"""Strings are sorted as in the reference."""

from __future__ import annotations

import pytest

from duckrow.cfengine.functions.helpers.addresses import read_ipv4, read_ipv6
from duckrow.cfengine.functions.helpers.ordering import less, sort


def test_orders() -> None:
    texts = ["10", "9", "abc", "1e2", "-1", "x"]
    assert sort(texts, "lex") == ["-1", "10", "1e2", "9", "abc", "x"]
    assert sort(texts, "int") == ["abc", "x", "-1", "9", "10", "1e2"]
    assert sort(["1.5", "1.25", "1"], "real") == ["1", "1.25", "1.5"]
    assert sort(["10.0.0.10", "x", "::1", "10.0.0.9"], "IP") == [
        "x",
        "10.0.0.9",
        "10.0.0.10",
        "::1",
    ]
    assert sort(["00:00:00:00:00:0b", "zz", "00000000000a"], "MAC") == [
        "zz",
        "00000000000a",
        "00:00:00:00:00:0b",
    ]
    assert sort([], "lex") == []


def test_equal_values_are_reversed() -> None:
    assert sort(["1a", "1b"], "int") == ["1b", "1a"]
    assert not less("int")("1a", "1b")
    assert not less("int")("1b", "1a")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.0.0.1", (10, 0, 0, 1)),
        ("10.0.0.1:80", (10, 0, 0, 1)),
        ("10.0.0.1:", None),
        ("10.0.0.1:70000", None),
        ("256.0.0.1", None),
        ("10.0.0", None),
        ("10.0.0.1x", (10, 0, 0, 0)),
        ("5 ", (0, 0, 0, 0)),
        ("5é", None),
        ("10.", None),
        ("1.2.3.4.", (1, 2, 3, 0)),
        ("", None),
    ],
)
def test_older_addresses(text: str, expected: tuple[int, ...] | None) -> None:
    assert read_ipv4(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("::", (0,) * 8),
        ("::1", (0,) * 7 + (1,)),
        ("fe80::1:2", (0xFE80, 0, 0, 0, 0, 0, 1, 2)),
        ("1:2:3:4:5:6:7:8", (1, 2, 3, 4, 5, 6, 7, 8)),
        ("[::1]:80", (0,) * 7 + (1,)),
        ("FE80::1", None),
        ("1::2::3", None),
        ("1:2:3", None),
        ("1:2:3:4:5:6:7:8:9", None),
        ("::ffff:1.2.3.4", None),
        ("12345::", None),
        ("abc", None),
    ],
)
def test_newer_addresses(text: str, expected: tuple[int, ...] | None) -> None:
    assert read_ipv6(text) == expected
