r"""Rewrites character escapes, as Ruby does before its regular expression engine parses a pattern.

These are: \u0041, \u{41 42}, \x41, \101, \cA, \C-a and \M-a. Below 128 the character is written
\xHH, so that an escaped `*` stays a character; above, the character itself replaces the bytes that
spell it in UTF-8. Every error in such an escape is found here, before any other error of the
pattern.
"""

from __future__ import annotations

from duckrow.regexp.errors import PatternError
from duckrow.source.lazy_pattern import LazyPattern

_REWRITTEN = LazyPattern(r"\\[0-7xcCMu]|\\\Z")
_ESCAPE = LazyPattern(r"(?s)\\(?:([0-7xcCMu])|.?)")
_OCTAL = LazyPattern("[0-7]{1,3}")
_HEX = LazyPattern("[0-9a-fA-F]{1,2}")
_HEX_4 = LazyPattern("[0-9a-fA-F]{4}")
_HEX_LIST = LazyPattern("[ \t\n\v\f\r]*([0-9a-fA-F]+)[ \t\n\v\f\r]*")
_BYTES = {"n": 10, "t": 9, "r": 13, "f": 12, "v": 11, "a": 7, "e": 27, "\\": 92}
MAX_CODE_POINT = 0x10FFFF


class Rewritten:
    """A pattern as the engine sees it, and the offsets of its pieces in the source."""

    __slots__ = ("_offsets", "_starts", "text")

    def __init__(self, text: str, starts: list[int], offsets: list[int]) -> None:
        self.text = text
        self._starts = starts
        self._offsets = offsets

    def source_offset(self, offset: int) -> int:
        """Return the offset in the source of an offset in the rewritten pattern."""
        if not self._starts:
            return offset
        from bisect import bisect_right

        i = bisect_right(self._starts, offset) - 1
        begin, source_start = self._starts[i], self._offsets[i]
        # Odd pieces are rewritten escapes, which have no inside.
        return source_start if i % 2 else source_start + offset - begin


def rewrite(pattern: str) -> Rewritten:
    """Return the pattern with its character escapes rewritten; raises PatternError."""
    if not pattern.isascii():
        try:
            pattern.encode()
        except UnicodeEncodeError as error:
            raise PatternError("invalid multibyte character", error.start) from None
    if not _REWRITTEN.search(pattern):
        return Rewritten(pattern, [], [])
    out: list[str] = []
    starts: list[int] = []
    offsets: list[int] = []
    length = done = i = 0
    while (match := _ESCAPE.search(pattern, i)) is not None:
        begin, i = match.span()
        if match[0] == "\\":
            raise PatternError("too short escape sequence", begin)
        kind = match[1]
        if kind is None:
            continue
        if kind in "1234567":
            octal = _OCTAL.match(pattern, begin + 1)
            assert octal is not None
            if int(octal[0], 8) <= 0o177:
                continue  # a back reference, or an octal escape that the engine reads as well
        if kind == "u":
            written, i = _unicode(pattern, begin)
        else:
            written, i = _bytes(pattern, begin)
        for piece, source_start in ((pattern[done:begin], done), (written, begin)):
            out.append(piece)
            starts.append(length)
            offsets.append(source_start)
            length += len(piece)
        done = i
    out.append(pattern[done:])
    starts.append(length)
    offsets.append(done)
    return Rewritten("".join(out), starts, offsets)


def _unicode(pattern: str, begin: int) -> tuple[str, int]:
    r"""Parse \uHHHH or \u{H HH ...}; return the replacement and the offset behind it."""
    i = begin + 2
    if i == len(pattern):
        raise PatternError("too short escape sequence", begin)
    if pattern[i] != "{":
        four = _HEX_4.match(pattern, i)
        if four is None:
            raise PatternError("invalid Unicode escape", begin)
        return _written(_code_point(four[0], begin)), i + 4
    out: list[str] = []
    i += 1
    while (one := _HEX_LIST.match(pattern, i)) is not None:
        out.append(_written(_code_point(one[1], begin)))
        i = one.end()
    if not out or pattern[i : i + 1] != "}":
        raise PatternError("invalid Unicode list", begin)
    return "".join(out), i + 1


def _code_point(digits: str, begin: int) -> int:
    if len(digits) > 6:
        raise PatternError("invalid Unicode range", begin)
    code = int(digits, 16)
    if code > MAX_CODE_POINT or 0xD800 <= code <= 0xDFFF:
        raise PatternError("invalid Unicode range", begin)
    return code


def _written(code: int) -> str:
    return chr(code) if code >= 0x80 else f"\\x{code:02X}"


def _bytes(pattern: str, begin: int) -> tuple[str, int]:
    """Parse the escaped bytes that spell one character in UTF-8."""
    byte, i = _byte(pattern, begin)
    if byte < 0x80:
        return _written(byte), i
    wanted = _sequence_length(byte)
    spelled = bytearray((byte,))
    while len(spelled) < wanted and _is_incomplete(spelled):
        byte, i = _byte(pattern, i)
        spelled.append(byte)
    try:
        return spelled.decode(), i
    except UnicodeDecodeError:
        raise PatternError("invalid multibyte escape", begin) from None


def _sequence_length(lead: int) -> int:
    if 0xC2 <= lead <= 0xF4:
        return 2 + (lead >= 0xE0) + (lead >= 0xF0)
    return 1


def _is_incomplete(spelled: bytearray) -> bool:
    """Return whether the bytes so far are the start of a character."""
    try:
        spelled.decode()
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return False


def _byte(pattern: str, begin: int) -> tuple[int, int]:
    r"""Parse one escaped byte, with its \M- and \C- prefixes."""
    if not pattern.startswith("\\", begin):
        raise PatternError("too short escaped multibyte character", begin)
    i = begin + 1
    is_meta = is_control = False
    while True:
        char = pattern[i : i + 1]
        i += 1
        if char == "":
            raise PatternError("too short escape sequence", begin)
        if char == "M":
            if is_meta:
                raise PatternError("duplicate meta escape", begin)
            is_meta = True
            following = pattern[i + 1 : i + 2]
            is_short = not pattern.startswith("-", i) or following == "" or not following.isascii()
            i += 1
        elif char in "cC":
            if char == "C":
                if not pattern.startswith("-", i):
                    raise PatternError("too short control escape", begin)
                i += 1
            if is_control:
                raise PatternError("duplicate control escape", begin)
            is_control = True
            following = pattern[i : i + 1]
            is_short = following == "" or not following.isascii()
        else:
            code, i = _plain_byte(pattern, i - 1, begin)
            break
        if is_short:
            kind = "meta" if char == "M" else "control"
            raise PatternError(f"too short {kind} escape", begin)
        i += 1
        if following != "\\":
            code = ord(following)
            break
    if is_control:
        code &= 0x1F
    if is_meta:
        code |= 0x80
    return code, i


def _plain_byte(pattern: str, i: int, begin: int) -> tuple[int, int]:
    char = pattern[i]
    if char in _BYTES:
        return _BYTES[char], i + 1
    if char == "x":
        two = _HEX.match(pattern, i + 1)
        if two is None:
            raise PatternError("invalid hex escape", begin)
        return int(two[0], 16), two.end()
    octal = _OCTAL.match(pattern, i)
    if octal is None:
        raise PatternError("unexpected escape sequence", begin)
    code = int(octal[0], 8)
    if code > 0xFF:
        raise PatternError("invalid escape code", begin)
    return code, octal.end()
