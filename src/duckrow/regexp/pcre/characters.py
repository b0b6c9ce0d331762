"""The characters of regular expressions: escapes of one byte, and bracketed classes."""

from __future__ import annotations

import re

from duckrow.regexp.errors import PatternError
from duckrow.source.lazy_pattern import LazyPattern

_POSIX = {
    "alpha": "a-zA-Z",
    "lower": "a-z",
    "upper": "A-Z",
    "alnum": "a-zA-Z0-9",
    "ascii": r"\x00-\x7f",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "print": r"\x20-\x7e",
    "punct": r"\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e",
    "space": r"\t\n\x0b\f\r ",
    "word": "a-zA-Z0-9_",
    "xdigit": "0-9a-fA-F",
}
_NOT_POSIX = {
    "alpha": r"\x00-@\[-`\{-\xff",
    "lower": r"\x00-`\{-\xff",
    "upper": r"\x00-@\[-\xff",
    "alnum": r"\x00-/:-@\[-`\{-\xff",
    "ascii": r"\x80-\xff",
    "blank": r"\x00-\x08\n-\x1f!-\xff",
    "cntrl": r"\x20-\x7e\x80-\xff",
    "digit": r"\x00-/:-\xff",
    "graph": r"\x00-\x20\x7f-\xff",
    "print": r"\x00-\x1f\x7f-\xff",
    "punct": r"\x00-\x200-9A-Za-z\x7f-\xff",
    "space": r"\x00-\x08\x0e-\x1f!-\xff",
    "word": r"\x00-/:-@\[-\^`\{-\xff",
    "xdigit": r"\x00-/:-@G-`g-\xff",
}
_HORIZONTAL, _NOT_HORIZONTAL = r"\t \xa0", r"\x00-\x08\n-\x1f!-\x9f\xa1-\xff"
VERTICAL, NOT_VERTICAL = r"\n\x0b\f\r\x85", r"\x00-\t\x0e-\x84\x86-\xff"
SETS = {"h": _HORIZONTAL, "H": _NOT_HORIZONTAL, "v": VERTICAL, "V": NOT_VERTICAL}
_CONTROLS = {"a": 7, "e": 27, "f": 12, "n": 10, "r": 13, "t": 9}
_POSIX_CLASS = LazyPattern(r"\[:(\^?)([a-z]*):\]")


def literal(char: str) -> str:
    """Write a character so that it is literal, in a class and outside."""
    if char.isalnum() or char in "_ !\"%',/:;<=>@`":
        return char
    code = ord(char)
    return f"\\{char}" if 0x20 < code < 0x7F else f"\\x{code:02x}"


def read_code(source: str, offset: int) -> tuple[int, int]:
    """Parse an escape of one byte; return the end and the byte."""
    char = source[offset + 1]
    if char in _CONTROLS:
        return offset + 2, _CONTROLS[char]
    if char == "c":
        after = source[offset + 2 : offset + 3]
        if after == "":
            raise PatternError("\\c at end of pattern", offset + 2)
        return offset + 3, ord(after.upper()) ^ 64
    if char == "x":
        braced = re.compile(r"\\x\{([0-9a-fA-F]+)\}").match(source, offset)
        if braced is not None:
            code = int(braced[1], 16)
            if code > 0xFF:
                raise PatternError("character value in \\x{} or \\o{} is too large", braced.end())
            return braced.end(), code
        plain = re.compile(r"\\x([0-9a-fA-F]{0,2})").match(source, offset)
        assert plain is not None
        return plain.end(), int(plain[1] or "0", 16)
    if char == "o":
        braced = re.compile(r"\\o\{([0-7]+)\}").match(source, offset)
        if braced is None:
            raise PatternError("missing opening brace after \\o", offset + 2)
        return braced.end(), int(braced[1], 8) & 0xFF
    if char == "0":
        octal = re.compile(r"\\(0[0-7]{0,2})").match(source, offset)
        assert octal is not None
        return octal.end(), int(octal[1], 8)
    if char in "LlUu":
        message = "PCRE does not support \\L, \\l, \\N{name}, \\U, or \\u"
        raise PatternError(message, offset + 1)
    return offset + 2, ord(char)


def read_class(source: str, offset: int) -> tuple[int, str]:
    """Parse a bracketed class; return the end and the class in Python's syntax."""
    offset += 1
    out = ["["]
    if source.startswith("^", offset):
        out.append("^")
        offset += 1
    is_first = True
    pending: int | None = None  # the byte that may begin a range
    wants_end = False
    quoted = False
    while True:
        if offset >= len(source):
            raise PatternError("missing terminating ] for character class", len(source))
        char = source[offset]
        if quoted:
            if source.startswith("\\E", offset):
                quoted = False
                offset += 2
                continue
            end, code, members = offset + 1, ord(char), ""
        elif char == "]" and not is_first:
            if pending is not None:
                out.append(literal(chr(pending)))
            if wants_end:
                out.append("\\-")
            out.append("]")
            return offset + 1, "".join(out)
        elif char == "-" and pending is not None and not wants_end:
            wants_end = True
            offset += 1
            continue
        elif source.startswith("\\Q", offset):
            quoted = True
            offset += 2
            continue
        elif source.startswith("\\E", offset):
            offset += 2
            continue
        else:
            end, code, members = _read_member(source, offset)
        is_first = False
        offset = end
        if members:
            if pending is not None:
                out.append(literal(chr(pending)))
            if wants_end:
                out.append("\\-")
            out.append(members)
            pending, wants_end = None, False
        elif wants_end:
            assert pending is not None
            if pending > code:
                raise PatternError("range out of order in character class", end - 1)
            out.append(f"{literal(chr(pending))}-{literal(chr(code))}")
            pending, wants_end = None, False
        else:
            if pending is not None:
                out.append(literal(chr(pending)))
            pending = code


def _read_member(source: str, offset: int) -> tuple[int, int, str]:
    """Parse one member of a class: a byte, or several as a string for a class."""
    char = source[offset]
    if char == "[":
        posix = _POSIX_CLASS.match(source, offset)
        if posix is not None:
            table = _NOT_POSIX if posix[1] else _POSIX
            if posix[2] not in table:
                raise PatternError("unknown POSIX class name", offset + 2)
            return posix.end(), 0, table[posix[2]]
        return offset + 1, ord(char), ""
    if char != "\\":
        return offset + 1, ord(char), ""
    kind = source[offset + 1 : offset + 2]
    if kind == "":
        raise PatternError("\\ at end of pattern", offset + 1)
    if kind in "dDsSwW":
        return offset + 2, 0, "\\" + kind
    if kind in SETS:
        return offset + 2, 0, SETS[kind]
    if kind == "b":
        return offset + 2, 8, ""
    if kind in "12345670":
        octal = re.compile(r"\\([0-7]{1,3})").match(source, offset)
        assert octal is not None
        return octal.end(), int(octal[1], 8) & 0xFF, ""
    if kind in "NRX":
        raise PatternError("invalid escape sequence in character class", offset + 2)
    end, code = read_code(source, offset)
    return end, code, ""
