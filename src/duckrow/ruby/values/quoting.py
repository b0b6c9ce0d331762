"""Text between double quotes, the way the reference's platform shows a string.

Error messages quote the text they complain about in this form, and `%p` shows bytes in it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_ESCAPES = {
    "\a": "\\a",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\v": "\\v",
    "\f": "\\f",
    "\r": "\\r",
    "\x1b": "\\e",
    '"': '\\"',
    "\\": "\\\\",
}
_HARMLESS = frozenset(map(chr, range(0x20, 0x7F))) - frozenset('"\\#')
_UNSEEN = frozenset(("Cc", "Cn", "Cs", "Zl", "Zp"))


def inspect_text(text: str) -> str:
    """Quote text; escape invisible characters."""
    return _quoted(text, _shown)


def dump_text(text: str) -> str:
    """Quote text in ASCII."""
    return _quoted(text, _in_ascii)


def inspect_bytes(data: bytes) -> str:
    """Quote bytes: ASCII as it is, and every other byte by its number."""
    return _quoted(data.decode("latin-1"), _as_byte)


def _quoted(text: str, escape: Callable[[str], str]) -> str:
    if _HARMLESS.issuperset(text):
        return f'"{text}"'
    out = ['"']
    for i, char in enumerate(text):
        if char in _HARMLESS:
            out.append(char)
        elif char == "#":
            # Only where an expression could begin does the mark need a backslash.
            out.append("\\#" if text[i + 1 : i + 2] in ("{", "$", "@") else "#")
        else:
            out.append(_ESCAPES.get(char) or escape(char))
    out.append('"')
    return "".join(out)


def _shown(char: str) -> str:
    if "\udc80" <= char <= "\udcff":
        return f"\\x{ord(char) - 0xDC00:02X}"  # a byte that is not UTF-8
    from unicodedata import category

    return _by_code(char) if category(char) in _UNSEEN else char


def _in_ascii(char: str) -> str:
    return _as_byte(char) if char < "\x80" else _by_code(char)


def _as_byte(char: str) -> str:
    return f"\\x{ord(char):02X}"


def _by_code(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\u{{{code:X}}}"
