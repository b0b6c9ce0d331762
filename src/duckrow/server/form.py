"""Forms and queries: fields by name, with percent encoding."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

from duckrow.server.exchange import Refusal

MOST_FIELDS = 1000
# Escapes that are frequent in JSON; replacing them one after the other is faster than a decoder
# that looks at each.
_FREQUENT = tuple(
    (escape.encode(), bytes.fromhex(escape[1:]))
    for escape in "%22 %2C %3A %7B %7D %20 %2F %5B %5D %0A %5C %2B %3D %28 %29 %3C %3E %40".split()
)


def fields_of(text: bytes) -> dict[str, list[str]]:
    """Return the fields of a form or a query. Raises Refusal for text that is not UTF-8."""
    found: dict[str, list[str]] = {}
    if not text:
        return found
    pieces = text.split(b"&", MOST_FIELDS)
    if len(pieces) > MOST_FIELDS:
        raise Refusal(400, "Bad Request: too many fields", "RUNTIME_ERROR")
    for piece in pieces:
        if piece:
            name, _, value = piece.partition(b"=")
            found.setdefault(_text(decoded(name)), []).append(_text(decoded(value)))
    return found


def decoded(value: bytes) -> bytes:
    """Return the bytes that a field of a form stands for."""
    if b"+" in value:
        value = value.replace(b"+", b" ")
    count = value.count(b"%")
    if not count:
        return value
    if count == value.count(b"%25"):  # a value that was encoded twice
        return value.replace(b"%25", b"%")
    if count > 30:
        # Every % begins an escape, so a replacement never touches half of one.
        for escape, byte in _FREQUENT:
            value = value.replace(escape, byte)
        if b"%" not in value:
            return value
    return unquote_to_bytes(value)


def twice_decoded(value: str) -> bytes:
    """Return the bytes of a field that is encoded once more, as agents encode facts."""
    return decoded(value.encode("utf-8", "surrogateescape"))


def path_of(raw: str) -> str:
    """Return the decoded path of a URL. Raises Refusal for one that could lead astray."""
    if "%" not in raw and raw.isascii():
        path = raw
    else:
        path = _text(unquote_to_bytes(raw.encode("utf-8", "surrogateescape")))
    if not path.startswith("/") or "\0" in path:
        raise Refusal(400, "Bad Request: the path is not valid", None)
    if "/.." in path and any(each == ".." for each in path.split("/")):
        raise Refusal(400, "Invalid relative path segments: ..", None)
    return path


def _text(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise Refusal(400, "Bad Request: the request is not valid UTF-8", None) from None
