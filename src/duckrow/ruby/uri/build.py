"""Checks of the parts of a URI that is built.

The parts follow an older grammar (RFC 2396) than URIs that are parsed: an underscore in a host is
rejected here and accepted there.
"""

from __future__ import annotations

import re

from duckrow.ruby.uri.schemes import SCHEMES
from duckrow.ruby.uri.text import escaped_fragment, escaped_query
from duckrow.ruby.values.errors import InvalidValueError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.ruby.uri.schemes import Parts, Scheme

_PERCENT = "%[a-fA-F0-9]{2}"
_MARKS = r"\-_.!~*'()a-zA-Z0-9"
_USERINFO = re.compile(rf"(?:[{_MARKS};:&=+$,]|{_PERCENT})*")
_SCHEME = re.compile(r"[a-zA-Z][\-+.a-zA-Z0-9]*")
_HEX = "[a-fA-F0-9]{1,4}"
_IPV4 = r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}"
_HOST = re.compile(
    rf"(?:[a-zA-Z0-9\-.]|{_PERCENT})+"
    rf"|\[(?:(?:{_HEX}:)*(?:{_HEX}|{_IPV4})"
    rf"|(?:(?:{_HEX}:)*{_HEX})?::(?:(?:{_HEX}:)*(?:{_HEX}|{_IPV4}))?)\]"
)
_BELOW = rf"/(?:[{_MARKS};:@&=+$,/]|{_PERCENT})*"
_ABSOLUTE_PATH = re.compile(_BELOW)
_RELATIVE_PATH = re.compile(rf"(?:[{_MARKS};@&=+$,]|{_PERCENT})+(?:{_BELOW})?")
_OPAQUE = re.compile(rf"(?:[{_MARKS};?:@&=+$,]|{_PERCENT})(?:[{_MARKS};/?:@&=+$,\[\]]|{_PERCENT})*")
_TYPECODE = ";type="


def checked(given: Mapping[str, str | int], rules: Scheme) -> Parts:
    """Return the parts as a URI keeps them; reject the first invalid one."""
    parts: Parts = dict(given)
    rules.complete(parts)
    is_file = rules is SCHEMES["file"]
    is_ftp = rules is SCHEMES["ftp"]
    _expect(parts, "scheme", _SCHEME, "scheme component")
    _check_userinfo(parts, is_file=is_file)
    _check_host(parts)
    if is_ftp:
        parts["path"] = re.sub("^%2F", "/", str(parts.get("path") or ""))
    _check_path(parts, may_be_relative=is_ftp or parts.get("scheme") is None)
    for name, escape in (("query", escaped_query), ("fragment", escaped_fragment)):
        part = parts.get(name)
        if isinstance(part, str):
            parts[name] = escape(part)
    if parts.get("opaque") is not None:
        if is_file or any(parts.get(n) is not None for n in ("host", "port", "userinfo", "path")):
            raise InvalidValueError("can not set opaque with host, port, userinfo or path")
        _expect(parts, "opaque", _OPAQUE, "opaque component")
    if is_ftp:
        _split_typecode(parts)
    return parts


def _expect(parts: Parts, name: str, pattern: re.Pattern[str], expected: str) -> None:
    part = parts.get(name)
    if isinstance(part, str) and not pattern.fullmatch(part):
        raise InvalidValueError(f"bad component(expected {expected}): {part}")


def _check_userinfo(parts: Parts, *, is_file: bool) -> None:
    userinfo = parts.get("userinfo")
    if not isinstance(userinfo, str):
        return
    if is_file:
        raise InvalidValueError("can not set userinfo for file URI")
    user, _, password = userinfo.partition(":")
    if not _USERINFO.fullmatch(user):
        raise InvalidValueError(
            f"bad component(expected userinfo component or user component): {user}"
        )
    if not _USERINFO.fullmatch(password):
        raise InvalidValueError("bad password component")


def _check_host(parts: Parts) -> None:
    host = parts.get("host")
    if isinstance(host, str):
        is_bracketed = host.startswith("[") and host.endswith("]")
        if ":" in host and not is_bracketed:
            parts["host"] = f"[{host}]"
        _expect(parts, "host", _HOST, "host component")


def _split_typecode(parts: Parts) -> None:
    parts["path"], found, typecode = str(parts["path"]).partition(_TYPECODE)
    if found and typecode not in ("a", "i", "d"):
        raise InvalidValueError(f"bad typecode(expected a, i, d): {typecode}")
    parts["typecode"] = typecode or None


def _check_path(parts: Parts, *, may_be_relative: bool) -> None:
    path = parts.get("path")
    if not isinstance(path, str) or not path or _ABSOLUTE_PATH.fullmatch(path):
        return
    if not may_be_relative:
        raise InvalidValueError(f"bad component(expected absolute path component): {path}")
    _expect(parts, "path", _RELATIVE_PATH, "relative path component")
