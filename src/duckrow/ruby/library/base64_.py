"""Base64."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error

from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.convert import from_bytes, to_bytes, to_str
from duckrow.ruby.core.text.pack import pack, unpack_one
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _encode(ruby: Interpreter, _self: object, text: object) -> str:
    return pack(ruby, [to_str(ruby, text)], "m")


def _decode(ruby: Interpreter, _self: object, text: object) -> object:
    return unpack_one(ruby, to_str(ruby, text), "m")


def _strict_encode(ruby: Interpreter, _self: object, text: object) -> str:
    return b64encode(to_bytes(to_str(ruby, text))).decode("ascii")


def _strict_decode(ruby: Interpreter, _self: object, text: object) -> str:
    try:
        return from_bytes(b64decode(to_bytes(to_str(ruby, text)), validate=True))
    except Error:
        raise argument_error("invalid base64") from None


def _url_encode(ruby: Interpreter, self: object, text: object, *arguments: object) -> str:
    made = _strict_encode(ruby, self, text).replace("+", "-").replace("/", "_")
    _, options = options_of(arguments)
    return made.rstrip("=") if options.get("padding") is False else made


def _url_decode(ruby: Interpreter, self: object, text: object) -> str:
    plain = to_str(ruby, text).replace("-", "+").replace("_", "/")
    if not plain.endswith("="):
        plain += "=" * (-len(plain) % 4)
    return _strict_decode(ruby, self, plain)


def make(_ruby: Interpreter) -> dict[str, Any]:
    """Return the constants of this file."""
    singleton: dict[str, Any] = {
        "encode64": _encode,
        "decode64": _decode,
        "strict_encode64": _strict_encode,
        "strict_decode64": _strict_decode,
        "urlsafe_encode64": _url_encode,
        "urlsafe_decode64": _url_decode,
    }
    return {"Base64": RubyModule("Base64", None, is_class=False, singleton=singleton)}
