"""DER, the encoding of keys and certificates: elements of a kind, a length and a content.

A reader takes what is DER and nothing else: lengths in their shortest form, integers without
surplus zeros. So two readers never see different values in the same bytes.
"""

from __future__ import annotations

INTEGER, BIT_STRING, SEQUENCE = 0x02, 0x03, 0x30
_LONGEST = 4  # bytes of a length


class DerError(ValueError):
    """The bytes are not DER, or another kind of element is there."""


def read_element(data: bytes, kind: int) -> tuple[bytes, bytes]:
    """Return the content of the first element, which has to be of a kind, and what follows it."""
    if len(data) < 2 or data[0] != kind:
        raise DerError("another element was expected")
    start, length = 2, data[1]
    if length & 0x80:
        count = length & 0x7F
        start += count
        if not 0 < count <= _LONGEST or len(data) < start:
            raise DerError("a length is too long")
        length = int.from_bytes(data[2:start], "big")
        if length < 0x80 or data[2] == 0:
            raise DerError("a length is not in its shortest form")
    end = start + length
    if end > len(data):
        raise DerError("an element has no end")
    return data[start:end], data[end:]


def read_only_element(data: bytes, kind: int) -> bytes:
    """Return the content of an element that nothing follows."""
    content, rest = read_element(data, kind)
    if rest:
        raise DerError("something follows the last element")
    return content


def read_natural(data: bytes) -> tuple[int, bytes]:
    """Return the first element, an integer that is not negative, and what follows it."""
    content, rest = read_element(data, INTEGER)
    has_surplus = len(content) > 1 and content[0] == 0 and content[1] < 0x80
    if not content or content[0] & 0x80 or has_surplus:
        raise DerError("an integer is negative or has surplus zeros")
    return int.from_bytes(content, "big"), rest


def element(kind: int, content: bytes) -> bytes:
    """Return an element."""
    size = len(content)
    if size < 0x80:
        return bytes((kind, size)) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes((kind, 0x80 | len(length))) + length + content


def natural(number: int) -> bytes:
    """Return the element of an integer that is not negative."""
    return element(INTEGER, number.to_bytes(number.bit_length() // 8 + 1, "big"))
