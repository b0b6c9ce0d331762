from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duckrow.puppet.values.binary import Binary
from duckrow.ruby.values.errors import InvalidValueError

law = settings(max_examples=250, derandomize=True, database=None, deadline=None)
any_bytes = st.binary(max_size=200)


@law
@given(any_bytes)
def test_every_form_reads_back(data: bytes) -> None:
    value = Binary(data)
    assert Binary.parse(str(value)) == value
    assert Binary.parse(value.relaxed_base64(), "%b") == value
    assert Binary.parse(value.urlsafe_base64(), "%u") == value
    assert Binary.parse(value.urlsafe_base64().rstrip("="), "%u") == value


@law
@given(st.text(max_size=50))
def test_text_is_its_utf8(text: str) -> None:
    if any("\ud800" <= char <= "\udfff" for char in text):
        return
    assert Binary.parse(text, "%s").data == Binary.parse(text, "%r").data == text.encode()
    assert Binary.parse(text, "%s").text() == text


@law
@given(any_bytes, any_bytes)
def test_appending_and_containing(left: bytes, right: bytes) -> None:
    both = Binary(left) + Binary(right)
    assert both.data == left + right
    assert len(both) == len(left) + len(right)
    assert Binary(left) in both
    assert Binary(right) in both
    assert all(byte in both for byte in left)


def test_lines_of_sixty() -> None:
    lines = Binary(b"x" * 100).relaxed_base64().splitlines()
    assert [len(line) for line in lines] == [60, 60, 16]


@pytest.mark.parametrize("text", ["A", "AA", "AAA", "AB==", "AAA=\n", "A-==", "AA==AA==", "é", "="])
def test_strict_base64_has_one_spelling(text: str) -> None:
    with pytest.raises(InvalidValueError, match=r"^invalid base64$"):
        Binary.parse(text)


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(InvalidValueError, match=r'^"\\xFF" from ASCII-8BIT to UTF-8$'):
        Binary(b"a\xff").text()


def test_text_that_is_no_text() -> None:
    with pytest.raises(
        InvalidValueError, match=r"^The given string in encoding 'UTF-8' is invalid"
    ):
        Binary.parse("\ud800", "%s")
    assert Binary.parse("\ud800", "%r").data == b"\xed\xa0\x80"


def test_unknown_forms() -> None:
    with pytest.raises(InvalidValueError, match=r"^Unsupported Base64 format '%x'$"):
        Binary.parse("AAAA", "%x")
    with pytest.raises(
        InvalidValueError, match=r"^Illegal format 'x' specified for value of Binary"
    ):
        Binary(b"").form("x")


def test_only_bytes_are_appended() -> None:
    with pytest.raises(InvalidValueError, match=r"^Can only append Binary to a Binary$"):
        Binary(b"") + "x"


def test_no_bytes_are_a_value_too() -> None:
    assert Binary(b"")
    assert Binary([0, 255]) == Binary(b"\x00\xff")
    assert Binary(b"a") != b"a"
    assert repr(Binary(b"\xff")) == 'Binary("/w==")'


@pytest.mark.parametrize(("part", "is_in"), [("b", True), (98, True), (98.0, True), (True, False)])
def test_a_part_may_be_text_or_a_number(part: object, is_in: bool) -> None:
    assert (part in Binary(b"abc\x01")) is is_in
