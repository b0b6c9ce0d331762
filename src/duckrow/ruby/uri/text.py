"""The grammar of URIs (RFC 3986), and escaping in them."""

from __future__ import annotations

import re

from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.quoting import dump_text, inspect_text

_PERCENT = "%[0-9A-Fa-f]{2}"
_NAME = rf"(?:{_PERCENT}|[!$&-.0-9;=A-Z_a-z~])"
_USER = rf"(?:{_PERCENT}|[!$&-.0-;=A-Z_a-z~])"
_PATH = rf"(?:{_PERCENT}|[!$&-.0-;=@-Z_a-z~])"
_NO_COLON = rf"(?:{_PERCENT}|[!$&-.0-9;=@-Z_a-z~])"

_HEX = "[0-9A-Fa-f]{1,4}"
_BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_LAST = rf"(?:{_HEX}:{_HEX}|{_BYTE}(?:\.{_BYTE}){{3}})"
_IPV6 = "|".join(
    (
        rf"(?:{_HEX}:){{6}}{_LAST}",
        rf"::(?:{_HEX}:){{5}}{_LAST}",
        rf"{_HEX}::(?:{_HEX}:){{4}}{_LAST}",
        rf"(?:(?:{_HEX}:)?{_HEX})?::(?:{_HEX}:){{3}}{_LAST}",
        rf"(?:(?:{_HEX}:){{,2}}{_HEX})?::(?:{_HEX}:){{2}}{_LAST}",
        rf"(?:(?:{_HEX}:){{,3}}{_HEX})?::{_HEX}:{_LAST}",
        rf"(?:(?:{_HEX}:){{,4}}{_HEX})?::{_LAST}",
        rf"(?:(?:{_HEX}:){{,5}}{_HEX})?::{_HEX}",
        rf"(?:(?:{_HEX}:){{,6}}{_HEX})?::",
    )
)
_FUTURE = r"v[0-9A-Fa-f]+\.[!$&-.0-;=A-Z_a-z~]+"
_HOST = rf"\[(?:{_IPV6}|{_FUTURE})\]|{_NAME}+"
_AUTHORITY = rf"(?:(?P<userinfo>{_USER}*)@)?(?P<host>{_HOST})?(?::(?P<port>[0-9]*))?"
_TAIL = rf"(?:\?(?P<query>[^#]*))?(?:\#(?P<fragment>(?:{_PATH}|[/?])*))?"

_ABSOLUTE = re.compile(
    r"(?P<scheme>[A-Za-z][+\-.0-9A-Za-z]*):"
    rf"(?://{_AUTHORITY}(?P<path>(?:/{_PATH}*)*)"
    rf"|(?P<rooted>/(?:{_PATH}+(?:/{_PATH}*)*)?)"
    rf"|(?P<opaque>{_PATH}+(?:/{_PATH}*)*)"
    rf"|){_TAIL}"
)
_RELATIVE = re.compile(
    rf"(?://{_AUTHORITY}(?P<path>(?:/{_PATH}*)*)"
    rf"|(?P<rooted>/(?:{_PATH}+(?:/{_PATH}*)*)?)"
    rf"|(?P<plain>{_NO_COLON}+(?:/{_PATH}*)*)"
    rf"|){_TAIL}"
)


def split(text: str) -> dict[str, str | None]:
    """Take a URI apart; the parts are named as those of a URI value."""
    if not text.isascii():
        raise InvalidValueError(f"URI must be ascii only {dump_text(text)}")
    match = _ABSOLUTE.fullmatch(text) or _RELATIVE.fullmatch(text)
    if match is None:
        raise InvalidValueError(f"bad URI(is not URI?): {inspect_text(text)}")
    parts: dict[str, str | None] = {"scheme": None, "opaque": None, **match.groupdict()}
    parts["userinfo"] = parts["userinfo"] or None  # an @ with nothing before it means no user
    rooted, plain = parts.pop("rooted"), parts.pop("plain", None)
    if parts["opaque"] is not None:
        if parts["query"] is not None:
            parts["opaque"] += f"?{parts['query']}"
            parts["query"] = None
    elif parts["path"] is None:
        parts["path"] = rooted or plain or ""
    return parts


def escaped_query(text: str) -> str:
    """Escape the characters that are not allowed in a query."""
    text = re.sub("[\t\r\n]", "", text)
    fault = re.search("%[^0-9A-Fa-f]{2}", text, re.DOTALL)
    if fault:
        raise InvalidValueError(f"invalid percent escape: {fault[0]}")
    return re.sub(rf"(?!{_PERCENT}|[!$-&(-;=?-_a-~]).", _percent, text)


def escaped_fragment(text: str) -> str:
    """Escape the characters that are not allowed in a fragment."""
    return re.sub(rf"(?!{_PERCENT}|[!-~]).", _percent, re.sub("[\t\r\n]", "", text))


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))
