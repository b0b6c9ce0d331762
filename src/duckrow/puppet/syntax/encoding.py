"""Decode source bytes: UTF-8 without a byte order mark."""

from __future__ import annotations

from duckrow.puppet.syntax.messages import MESSAGES
from duckrow.source.diagnostic import Diagnostic
from duckrow.source.errors import SourceError
from duckrow.source.text import SourceText

# Longest first, since some begin like others: name, number of bytes that the message shows, and
# whether the mark needs a byte after it.
_MARKS = (
    (b"\x00\x00\xfe\xff", "UTF-32", 4),
    (b"\xff\xfe\x00\x00", "UTF-32", 4),
    (b"\x84\x31\x95\x33", "GB-18030", 4),
    (b"\xdd\x73\x66\x73", "UTF-EBCDIC", 4),
    (b"\x0e\xfe\xff", "SCSU", 3),
    (b"\xef\xbb\xbf", "UTF-8", 3),
    (b"\xf7\x64\x4c", "UTF-1", 3),
    (b"\xfb\xee\x28", "BOCU", 3),
    (b"\xfe\xff", "UTF-16", 2),
    (b"\xff\xfe", "UTF-16", 2),
)


def decode(data: bytes, name: str | None) -> SourceText:
    """Decode bytes to a source text, or raise SourceError."""
    for mark, encoding, shown in _MARKS:
        if data.startswith(mark):
            raise illegal_mark(SourceText("", name), encoding, data[:shown])
    try:
        return SourceText(data.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        raise _invalid_byte(data, error.start, name) from None


def reject_byte_order_mark(source: SourceText) -> None:
    """Raise SourceError if a text that was decoded elsewhere has a byte order mark."""
    if source.text.startswith("\ufeff"):
        raise illegal_mark(source, "UTF-8", b"\xef\xbb\xbf")


def illegal_mark(source: SourceText, encoding: str, mark: bytes) -> SourceError:
    """Return the error for a byte order mark; in the reference it has no location."""
    shown = " ".join(f"{byte:X}" for byte in mark)
    what = MESSAGES["illegal-bom"].format(format=encoding, bytes=f"[{shown}]")
    return SourceError(Diagnostic("illegal-bom", what, source))


def _invalid_byte(data: bytes, at: int, name: str | None) -> SourceError:
    """Return the error for an invalid byte."""
    readable = data[:at].decode("utf-8")
    source = SourceText(readable + data[at:].decode("utf-8", "replace"), name)
    finding = Diagnostic(
        "invalid-utf8", MESSAGES["invalid-utf8"], source, len(readable), len(readable) + 1
    )
    byte = data[at : at + 1]
    finding.why = f"the byte 0x{byte.hex().upper()} cannot stand here"
    finding.hint = "saving the file as UTF-8"
    guess = byte.decode("latin-1")
    if guess.isalpha():
        finding.hint += f"; in Latin-1 this would be {guess}"
    return SourceError(finding)
