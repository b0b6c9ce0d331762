r"""The characters of a class, in the syntax of Python's engines.

The ASCII characters of every class are known exactly, so for an ASCII string a class becomes plain
ranges. For other strings, a class of ranges and of \w, \d, \s and \h becomes plain ranges too,
since Ruby limits these shorthands to ASCII. A class that needs Unicode ([:alpha:], \p{...}, or the
shorthands under (?u)) is written for the engine that has the tables.
"""

from __future__ import annotations

from duckrow.regexp.errors import PatternError
from duckrow.regexp.nodes import ASCII_MODE, UNICODE_MODE, ClassSet, Kind
from duckrow.regexp.properties import ascii_members, canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.regexp.nodes import Range

LAST = 0x10FFFF
_ASCII_KINDS = {
    "alnum": "09AZaz",
    "alpha": "AZaz",
    "blank": "\t\t  ",
    "cntrl": "\x00\x1f\x7f\x7f",
    "digit": "09",
    "graph": "!~",
    "lower": "az",
    "print": " ~",
    "punct": "!/:@[`{~",
    "space": "\t\r  ",
    "upper": "AZ",
    "xdigit": "09AFaf",
    "ascii": "\x00\x7f",
    "word": "09AZ__az",
}
WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
_UNICODE_KINDS = {
    "alnum": r"\p{Alphabetic}\p{Nd}",
    "alpha": r"\p{Alphabetic}",
    "blank": r"\p{Zs}\t",
    "cntrl": r"\p{Cc}",
    "digit": r"\p{Nd}",
    "graph": r"[^\p{White_Space}\p{Cc}\p{Cn}\p{Cs}]",
    "lower": r"\p{Lowercase}",
    "print": r"[^\p{White_Space}\p{Cc}\p{Cn}\p{Cs}]\p{Zs}",
    "punct": r"\p{P}$+<=>\^`\|\~",
    "space": r"\p{White_Space}",
    "upper": r"\p{Uppercase}",
    "xdigit": "0-9A-Fa-f",
    "ascii": r"\x00-\x7f",
    "word": WORD,
}
# Properties whose names mean something else to the engine, or nothing.
_PROPERTIES = {
    **{name: _UNICODE_KINDS[name] for name in ("alnum", "blank", "graph", "print", "word")},
    "xdigit": "0-9A-Fa-f",
    "punct": r"\p{P}",
    "xposixpunct": _UNICODE_KINDS["punct"],
    "idc": r"\p{ID_Continue}",
    "vs": r"\p{Variation_Selector}",
}
_CASELESS_KINDS = frozenset(
    ("word", "digit", "space", "xdigit", "blank", "cntrl", "punct", "ascii")
)
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def asks_unicode(members: ClassSet, flags: int) -> bool:
    """Return whether a class contains characters beyond ASCII other than its ranges."""
    pending = [members]
    while pending:
        for part in pending.pop().parts:
            for item in part:
                if isinstance(item, ClassSet):
                    pending.append(item)
                elif isinstance(item, Kind) and not _is_ascii_kind(item, flags):
                    return True
    return False


def _is_ascii_kind(kind: Kind, flags: int) -> bool:
    if kind.is_property or flags & UNICODE_MODE:
        return kind.name in ("xdigit", "ascii") and not kind.is_property
    if flags & ASCII_MODE:
        return True
    # A POSIX bracket is parsed as its own kind, so its name differs from a shorthand.
    return kind.name in ("xdigit", "ascii") or kind.is_shorthand


def has_case(members: ClassSet) -> bool:
    r"""Return whether ignoring case could add characters to a class.

    \w is complete: unlike a-z, it does not get the long s and the Kelvin sign.
    """
    pending = [members]
    while pending:
        for part in pending.pop().parts:
            for item in part:
                if isinstance(item, ClassSet):
                    pending.append(item)
                elif isinstance(item, Kind):
                    if item.name not in _CASELESS_KINDS:
                        return True
                elif item[1] > 0x7F or (item[0] <= 0x7A and item[1] >= 0x41):
                    return True
    return False


def ranges_of(members: ClassSet) -> list[Range]:
    """Return the characters of a class, without its own negation, as sorted ranges.

    For an ASCII string, the ranges beyond ASCII do not matter and may be wrong.
    """
    out: list[Range] | None = None
    for part in members.parts:
        held: list[Range] = []
        for item in part:
            if isinstance(item, tuple):
                held.append(item)
            elif isinstance(item, Kind):
                held += _kind_ranges(item)
            else:
                inner = ranges_of(item)
                held += complement(inner) if item.is_negated else inner
        merged = merge(held)
        out = merged if out is None else _common(out, merged)
    return out or []


def _kind_ranges(kind: Kind) -> list[Range]:
    pairs = ascii_members(kind.name) if kind.is_property else _ASCII_KINDS[kind.name]
    ranges = [(ord(a), ord(b)) for a, b in zip(pairs[::2], pairs[1::2], strict=True)]
    return complement(ranges) if kind.is_negated else ranges


def merge(ranges: Iterable[Range]) -> list[Range]:
    """Sort ranges and join those that touch."""
    out: list[Range] = []
    for low, high in sorted(ranges):
        if out and low <= out[-1][1] + 1:
            if high > out[-1][1]:
                out[-1] = (out[-1][0], high)
        else:
            out.append((low, high))
    return out


def complement(ranges: list[Range]) -> list[Range]:
    """Return the complement of sorted ranges."""
    out: list[Range] = []
    begin = 0
    for low, high in ranges:
        if low > begin:
            out.append((begin, low - 1))
        begin = high + 1
    if begin <= LAST:
        out.append((begin, LAST))
    return out


def _common(left: list[Range], right: list[Range]) -> list[Range]:
    return complement(merge(complement(left) + complement(right)))


def write_ranges(ranges: list[Range], *, is_negated: bool) -> str:
    """Write ranges as a class, in whichever of its two forms is shorter."""
    if ranges and ranges[-1][1] == LAST and len(ranges) > 1:
        ranges, is_negated = complement(ranges), not is_negated
    if not ranges or ranges == [(0, LAST)]:
        # A class must not be empty: the empty set is written as the complement of everything.
        is_all = bool(ranges) != is_negated
        return "[\\x00-\\U0010ffff]" if is_all else "[^\\x00-\\U0010ffff]"
    return f"[{'^' if is_negated else ''}{''.join(map(_write_range, ranges))}]"


def _write_range(bounds: Range) -> str:
    low, high = bounds
    if low == high:
        return write_character(low)
    between = "" if high == low + 1 else "-"
    return write_character(low) + between + write_character(high)


def write_character(code: int) -> str:
    """Write a character so that it is literal, in a class and outside."""
    char = chr(code)
    if char in _PLAIN:
        return char
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    if code > 0xFF:
        return f"\\u{code:04x}"
    if char.isprintable() and char != " " and code < 0x80:
        return "\\" + char
    return f"\\x{code:02x}"


def write_unicode(members: ClassSet, flags: int, offset: int) -> str:
    """Write a class for the engine that knows Unicode."""
    parts = [_write_part(part, flags, offset) for part in members.parts]
    text = parts[0] if len(parts) == 1 else "&&".join(f"[{part}]" for part in parts)
    return f"[{'^' if members.is_negated else ''}{text}]"


def _write_part(part: list[Range | Kind | ClassSet], flags: int, offset: int) -> str:
    if not part:
        return "^\\x00-\\U0010ffff"
    out: list[str] = []
    for item in part:
        if isinstance(item, tuple):
            out.append(_write_range(item))
        elif isinstance(item, ClassSet):
            out.append(write_unicode(item, flags, offset))
        else:
            out.append(_write_kind(item, flags, offset))
    return "".join(out)


def _write_kind(kind: Kind, flags: int, offset: int) -> str:
    if _is_ascii_kind(kind, flags):
        return write_ranges(_kind_ranges(kind), is_negated=False)
    if not kind.is_property:
        text = _UNICODE_KINDS[kind.name]
    else:
        name = canonical(kind.name)
        if name.startswith("age="):
            raise PatternError(f"character property {{{kind.name}}} is not supported here", offset)
        text = _PROPERTIES.get(name) or f"\\p{{{name}}}"
    return f"[^{text}]" if kind.is_negated else f"[{text}]"
