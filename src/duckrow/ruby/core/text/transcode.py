"""Text in other encodings than UTF-8: the bytes that it is there, and the text that bytes mean."""

from __future__ import annotations

import re

from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.errors import RubyError

_WIDE = ("UTF-16", "UTF-32")
_OWN = frozenset(("UTF-8", "ASCII-8BIT", "BINARY", "UTF8-MAC", "LOCALE", "EXTERNAL"))
_BYTE_ORDER_MARK = "\ufeff"
_KNOWN = re.compile(
    r"(US-)?ASCII|UTF-(16|32)(LE|BE)?|ISO-8859-([1-9]|1[013-6])|(WINDOWS-|CP)125[0-8]"
    r"|CP(437|85[0258]|866)"
    r"|SHIFT_JIS|EUC-(JP|KR)|GB18030|GBK|BIG5|KOI8-[RU]"
)


def _codec(name: str) -> str:
    """Return Python's name of an encoding; Ruby writes UTF-16 with the high byte first."""
    if not _KNOWN.fullmatch(name):
        raise RubyError(
            "Encoding::ConverterNotFoundError", f"code converter not found (UTF-8 to {name})"
        )
    return f"{name}-BE" if name in _WIDE else name.replace("WINDOWS-", "CP")


def transcoded(text: str, name: str, replacement: str | None) -> str:
    """Return a text in another encoding; without a replacement every character must be there."""
    if name in _OWN:
        return text
    codec = _codec(name)
    mark = _BYTE_ORDER_MARK if name in _WIDE else ""
    try:
        return from_bytes((mark + text).encode(codec))
    except UnicodeEncodeError as error:
        character = ord((mark + text)[error.start])
    if 0xDC80 <= character <= 0xDCFF:
        wrong = f'"\\x{character - 0xDC00:02X}" on UTF-8'
        raise RubyError("Encoding::InvalidByteSequenceError", wrong)
    if replacement is None:
        wrong = f"U+{character:04X} from UTF-8 to {name}"
        raise RubyError("Encoding::UndefinedConversionError", wrong)
    known = (each if _fits(each, codec) else replacement for each in text)
    return from_bytes("".join(known).encode(codec, "ignore"))


def _fits(character: str, codec: str) -> bool:
    try:
        character.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def decoded(text: str, name: str) -> str:
    """Return the text that the bytes of a string mean in another encoding."""
    if name in _OWN:
        return text
    codec = "UTF-16" if name == "UTF-16" else "UTF-32" if name == "UTF-32" else _codec(name)
    try:
        return to_bytes(text).decode(codec)
    except UnicodeDecodeError as error:
        raise RubyError("Encoding::InvalidByteSequenceError", f"{error.reason} on {name}") from None
