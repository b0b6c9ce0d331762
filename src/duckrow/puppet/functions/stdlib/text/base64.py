"""base64(action, string, method): encode or decode Base64."""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


_ACTIONS = ("encode", "decode")
_METHODS = ("default", "strict", "urlsafe")
_LINE = 45  # bytes per line of 60 characters


def _base64(_scope: Scope, arguments: list[object]) -> str:
    if len(arguments) < 2:
        raise EvaluationError(
            f"base64(): Wrong number of arguments ({len(arguments)}; must be >= 2)"
        )
    action, text = arguments[:2]
    if action not in _ACTIONS:
        raise EvaluationError("base64(): the first argument must be one of 'encode' or 'decode'")
    if type(text) is not str:
        raise EvaluationError("base64(): the second argument must be a string to base64")
    method = arguments[2] if len(arguments) > 2 else "default"
    if method not in _METHODS:
        raise EvaluationError(
            "base64(): the third argument must be one of 'default', 'strict', or 'urlsafe'"
        )
    if action == "encode":
        return _encoded(text.encode("utf-8", "surrogateescape"), method)
    return _decoded(text, method).decode("utf-8", "surrogateescape")


def _encoded(data: bytes, method: str) -> str:
    if method == "default":
        starts = range(0, len(data), _LINE)
        return "".join(b2a_base64(data[at : at + _LINE]).decode() for at in starts)
    text = b2a_base64(data, newline=False).decode()
    return text if method == "strict" else text.replace("+", "-").replace("/", "_")


def _decoded(text: str, method: str) -> bytes:
    if method == "default":
        return _leniently_decoded(text)
    if method == "urlsafe":
        text = text.replace("-", "+").replace("_", "/")
        if not text.endswith("="):
            text += "=" * (-len(text) % 4)
    try:
        data = a2b_base64(text, strict_mode=True)
    except ValueError:
        data = b""
    if b2a_base64(data, newline=False) != text.encode():
        raise EvaluationError("invalid base64")
    return data


def _leniently_decoded(text: str) -> bytes:
    """Skip other characters; stop at a = that is the third or fourth character of a group."""
    digits = ""
    for char in text:
        if char in _DIGITS:
            digits += char
        elif char == "=" and len(digits) % 4 > 1:
            break
    # A single digit at the end is not enough for a byte.
    if len(digits) % 4 == 1:
        digits = digits[:-1]
    return a2b_base64(digits + "=" * (-len(digits) % 4))


_DIGITS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
BASE64 = LegacyFunction("base64", _base64)
