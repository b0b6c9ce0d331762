"""The values of quoted strings."""

from __future__ import annotations

import pytest

from duckrow.cfengine.syntax.strings import string_value, unescape


@pytest.mark.parametrize(
    ("inner", "meant"),
    [
        ("plain", "plain"),
        (r"a\"b", 'a"b'),
        (r"a\'b", "a'b"),
        (r"a\\b", r"a\b"),
        (r"a\nb", r"a\nb"),
        (r"a\ b", r"a\ b"),
        ("a\\\nb", "ab"),
        ("a\\\n\\\\b", "a\\\\b"),
        (r"\$(x)", r"\$(x)"),
    ],
)
def test_unescape(inner: str, meant: str) -> None:
    assert unescape(inner) == meant


@pytest.mark.parametrize(
    ("token", "found"),
    [
        ('"a"', ("a", None)),
        ("'a\\'b'", ("a'b", None)),
        ("`a\\z`", ("a\\z", None)),
        ('"a\\\nb"', ("ab", None)),
        ('"a\\\n"', ('a"', 0)),
        ('"a\\\n\\"b"', ("a\\", 7)),
    ],
)
def test_meaning(token: str, found: tuple[str, int | None]) -> None:
    assert string_value(token) == found
