"""Comma-separated values."""

from __future__ import annotations

import pytest

from duckrow.cfengine.functions.helpers.csv_lines import fields, records


def test_records_end_with_both_characters() -> None:
    assert list(records("a,b\r\nc\nd\r\n")) == ["a,b\r\n", "c\nd\r\n"]
    assert list(records('"x\r\ny",z\r\nlast')) == ['"x\r\ny",z\r\n', "last"]
    assert list(records("")) == []


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("a,b", ["a", "b"]),
        ("a,b\r\n", ["a", "b"]),
        (",,", ["", "", ""]),
        ("", [""]),
        ('"a","b,c"', ["a", "b,c"]),
        ('"say ""x"""', ['say "x"']),
        (' "a" , b ', ["a", " b "]),
        ('""', [""]),
        ('a"b', None),
        ('"a"bc', None),
        # One invalid character at the end is read as an empty field.
        ('"a"b', [""]),
        ('a,b"', ["a", ""]),
        ('a,"', None),
        ('"open', None),
        ('"a",', ["a", "a"]),
        ("a,", ["a", ""]),
    ],
)
def test_fields(record: str, expected: list[str] | None) -> None:
    assert fields(record) == expected
