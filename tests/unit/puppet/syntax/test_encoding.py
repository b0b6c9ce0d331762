"""Sources are UTF-8 without a byte order mark."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import decode, parse, tokens
from duckrow.source.diagnostic import Diagnostic
from duckrow.source.errors import SourceError

WORDS = (
    "Illegal {} Byte Order mark at beginning of input: [{}] - remove these from the puppet source"
)


def refusal(data: bytes) -> Diagnostic:
    with pytest.raises(SourceError) as caught:
        decode(data, "a.pp")
    return caught.value.diagnostic


# Recorded from Puppet 7.23.
@pytest.mark.parametrize(
    ("data", "encoding", "shown"),
    [
        (b"\xef\xbb\xbf1", "UTF-8", "EF BB BF"),
        (b"\xef\xbb\xbf", "UTF-8", "EF BB BF"),
        (b"\xfe\xff\x00a", "UTF-16", "FE FF"),
        (b"\xff\xfea\x00", "UTF-16", "FF FE"),
        (b"\x00\x00\xfe\xff", "UTF-32", "0 0 FE FF"),
        (b"\xff\xfe\x00\x00", "UTF-32", "FF FE 0 0"),
        (b"\xf7\x64\x4c1", "UTF-1", "F7 64 4C"),
        (b"\xdd\x73\x66\x73", "UTF-EBCDIC", "DD 73 66 73"),
        (b"\x0e\xfe\xff1", "SCSU", "E FE FF"),
        (b"\xfb\xee\x281", "BOCU", "FB EE 28"),
        (b"\x84\x31\x95\x33", "GB-18030", "84 31 95 33"),
    ],
)
def test_marks_are_rejected_by_name(data: bytes, encoding: str, shown: str) -> None:
    found = refusal(data)
    assert found.what == WORDS.format(encoding, shown)
    assert (found.code, found.start, found.line) == ("illegal-bom", None, None)


def test_a_mark_in_a_text_is_rejected_as_well() -> None:
    for read in (parse, tokens):
        with pytest.raises(SourceError) as caught:
            read("\ufeff$a")
        assert caught.value.diagnostic.what == WORDS.format("UTF-8", "EF BB BF")
    with pytest.raises(SourceError, match="Byte Order mark"):
        parse("\ufeffa", epp=True)


@pytest.mark.parametrize(
    ("data", "line", "column", "byte", "letter"),
    [
        (b"$a = 'caf\xe9'", 1, 10, "E9", "é"),
        ("# ä\n# ".encode() + b"\xfc", 2, 3, "FC", "ü"),
        (b"\xc3", 1, 1, "C3", "Ã"),
        (b"a\x80", 1, 2, "80", ""),
        (b"\xed\xa0\x80", 1, 1, "ED", "í"),
        (b"\xc0\x80", 1, 1, "C0", "À"),
    ],
)
def test_bad_bytes_have_a_location_and_advice(
    data: bytes, line: int, column: int, byte: str, letter: str
) -> None:
    found = refusal(data)
    assert found.what == "invalid byte sequence in UTF-8"
    assert (found.code, found.line, found.column) == ("invalid-utf8", line, column)
    assert found.why == f"the byte 0x{byte} cannot stand here"
    assert found.hint == "saving the file as UTF-8" + (
        f"; in Latin-1 this would be {letter}" if letter else ""
    )


def test_columns_count_characters() -> None:
    source = decode("$a = 'ü' ]".encode(), "a.pp")
    assert source.position(source.text.index("]")) == (1, 10)


def test_line_endings_and_nulls_are_kept() -> None:
    assert decode(b"a\r\nb\rc\0", None).text == "a\r\nb\rc\0"
