"""From bytes to text: sources are UTF-8 without a byte order mark."""

from __future__ import annotations

from duckrow.puppet.syntax.messages import MESSAGES
from duckrow.source.diagnostic import Diagnostic
from duckrow.source.errors import SourceError
from duckrow.source.text import SourceText

# The longest first, since some begin like others. The name, how many bytes the message shows, and
# whether the mark needs a byte after it to be taken for one.
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
    """Make a source text of bytes, or raise SourceError."""
    for mark, encoding, shown in _MARKS:
        if data.startswith(mark):
            bytes_ = " ".join(f"{byte:X}" for byte in data[:shown])
            what = MESSAGES["illegal-bom"].format(format=encoding, bytes=f"[{bytes_}]")
            raise SourceError(Diagnostic("illegal-bom", what, SourceText("", name)))
    try:
        return SourceText(data.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        readable = data[: error.start].decode("utf-8")
        rest = data[error.start :].decode("utf-8", "replace")
        what = MESSAGES["invalid-utf8"].format(byte=f"0x{data[error.start]:02X}")
        source = SourceText(readable + rest, name)
        start = len(readable)
        raise SourceError(Diagnostic("invalid-utf8", what, source, start, start + 1)) from None


def read_source(path: str) -> SourceText:
    """Read a file; raises OSError if it cannot be read and SourceError if it is not UTF-8."""
    with open(path, "rb") as file:
        return decode(file.read(), path)
