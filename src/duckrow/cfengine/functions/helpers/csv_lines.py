"""Comma-separated values: records end with CR LF, and fields may be quoted."""

from __future__ import annotations

from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BLANK = " \t\n\r"
# Quoted fields may contain newlines.
_RECORD = LazyPattern(r'(?:[^"\r]|"[^"]*(?:"|\Z)|\r(?!\n))*(?:\r\n|\Z)')
_QUOTED = LazyPattern(r'[ \t\n\r]*"((?:[^"]|"")*)"(?!")([ \t\n\r]*)')
_PLAIN = LazyPattern(r'[^",]*')


def records(text: str) -> Iterator[str]:
    """Yield the records of a string with their line endings; stop at a zero byte."""
    offset = 0
    while offset < len(text):
        match = _RECORD.match(text, offset)
        assert match is not None
        if match.end() == offset:
            return
        yield match[0].partition("\0")[0]
        offset = match.end()


def fields(record: str) -> list[str] | None:
    """Split a record into its fields; return None for a malformed one."""
    out: list[str] = []
    offset = 0
    is_quoted = False
    while True:
        if is_quoted and offset == len(record):
            # cf-agent repeats a quoted field if nothing follows its comma.
            return [*out, out[-1]]
        quoted = _QUOTED.match(record, offset)
        if quoted is not None:
            out.append(quoted[1].replace('""', '"'))
            offset = quoted.end()
            is_quoted = True
        else:
            plain = _PLAIN.match(record, offset)
            assert plain is not None
            out.append(plain[0])
            offset = plain.end()
            is_quoted = False
        if offset == len(record):
            if not is_quoted and len(out[-1]) > 1:
                out[-1] = out[-1].removesuffix("\r\n")
            return out
        if record[offset] != ",":
            # cf-agent notices an error at the last character too late.
            rest = record[offset:].encode("utf-8", "surrogateescape")
            if len(rest) > 1 or not (is_quoted or out[-1].strip(_BLANK)):
                return None
            out[-1] = ""
            return out
        offset += 1
