"""Forms and queries: fields by name, with percent encoding."""

from __future__ import annotations

import re
from binascii import a2b_qp
from urllib.parse import unquote_to_bytes

from duckrow.server.http.exchange import Refusal
from duckrow.source.plain_text import is_plain

MOST_FIELDS = 1000
_LONGEST_PATH = 8192
_slashes = re.compile("//+")
_QUOTED_PRINTABLE = bytes.maketrans(b"%+", b"= ")


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
    if b"%" not in value:
        return value.replace(b"+", b" ")
    if not (b"=" in value or b"\n" in value or b"\r" in value):
        # Quoted-printable has the same escapes with another sign, and a decoder in C.
        found = a2b_qp(value.translate(_QUOTED_PRINTABLE))
        # It leaves the sign of what is no escape, and drops one at the end.
        is_whole = b"=" not in found and not value.endswith(b"%")
        if is_whole or len(found) == len(value) - 2 * value.count(b"%"):
            return found
    return unquote_to_bytes(value.replace(b"+", b" "))


def twice_decoded(value: str) -> bytes:
    """Return the bytes of a field that is encoded once more, as agents encode facts."""
    return decoded(value.encode("utf-8", "surrogateescape"))


def path_of(raw: str) -> str:
    """Return the plain path of a URL. Raises Refusal for one that could lead astray."""
    if "%" not in raw and raw.isascii():
        path = raw
    else:
        path = _text(unquote_to_bytes(raw.encode("utf-8", "surrogateescape")))
    return plain_path(path)


def plain_path(path: str) -> str:
    """Return a decoded path without repeated slashes. Raises Refusal for one no agent asks for.

    Rules and routes both see this path: what a rule is about is what the endpoint gets.
    """
    segments = path.split("/")
    if ".." in segments or "." in segments:
        raise Refusal(400, f"Invalid relative path (.. or .) in: {path}", None)
    if not is_plain(path) or len(path) > _LONGEST_PATH or not path.startswith("/"):
        raise Refusal(400, "Invalid characters in the path", None)
    return _slashes.sub("/", path)


def _text(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise Refusal(400, "Bad Request: the request is not valid UTF-8", None) from None
