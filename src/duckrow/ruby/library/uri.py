"""URI."""

from __future__ import annotations

import re

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.arguments import to_hash
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.collections.iteration import iterate
from duckrow.ruby.core.convert import to_str
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.library.escapes import percent, unpercent
from duckrow.ruby.uri.uri import CLASSES, URI
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

# Characters that URI.escape does not change.
_KEPT = "-_.!~*'();/?:@&=+$,[]"


class UriValue(TableValue):
    """A URI that can be changed."""

    __slots__ = ("uri",)

    def __init__(self, uri: URI) -> None:
        self.uri = uri

    @property
    def ruby_class_name(self) -> str:  # type: ignore[override]
        return self.uri.ruby_class_name

    def key_identity(self) -> object:
        return self.uri.key_identity()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UriValue) and self.uri == other.uri

    __hash__ = None  # type: ignore[assignment]


def parse(ruby: Interpreter, text: object) -> UriValue:
    """Read a URI."""
    if type(text) is UriValue:
        return text
    if not isinstance(text, str):
        raise RubyError("URI::InvalidURIError", f"bad URI(is not URI?): {inspect(ruby, text)}")
    try:
        return UriValue(URI.parse(text))
    except InvalidValueError as error:
        raise RubyError("URI::InvalidURIError", str(error)) from None


def _part(name: str) -> Callable[..., object]:
    return lambda _ruby, self: getattr(self.uri, name)


def _setter(name: str) -> Callable[..., object]:
    def write(ruby: Interpreter, self: UriValue, value: object) -> object:
        if value is not None and type(value) is not (int if name == "port" else str):
            raise RubyError(
                "URI::InvalidComponentError",
                f"bad component(expected {name} component): {inspect(ruby, value)}",
            )
        parts = {each: getattr(self.uri, each) for each in _PARTS}
        parts[name] = value
        self.uri = URI(parts)
        return value

    return write


_PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque", "typecode")


def _user(_ruby: Interpreter, self: UriValue) -> object:
    return None if self.uri.userinfo is None else self.uri.userinfo.partition(":")[0]


def _password(_ruby: Interpreter, self: UriValue) -> object:
    whole = self.uri.userinfo
    return None if whole is None or ":" not in whole else whole.partition(":")[2]


def _hostname(_ruby: Interpreter, self: UriValue) -> object:
    host = self.uri.host
    return host[1:-1] if host is not None and host[:1] == "[" and host[-1:] == "]" else host


def _request(ruby: Interpreter, self: UriValue) -> object:
    if self.uri.scheme not in ("http", "https"):
        from duckrow.ruby.dispatch import no_method

        raise no_method(ruby, self, "request_uri")
    path = self.uri.path or "/"
    return path if self.uri.query is None else f"{path}?{self.uri.query}"


def _merge(ruby: Interpreter, self: UriValue, other: object) -> UriValue:
    try:
        return UriValue(self.uri.merge(parse(ruby, other).uri))
    except InvalidValueError as error:
        kind = "InvalidURIError" if "conflicts" in str(error) else "BadURIError"
        raise RubyError(f"URI::{kind}", str(error)) from None


def _default_port(_ruby: Interpreter, self: UriValue) -> object:
    return {
        "http": 80,
        "https": 443,
        "ftp": 21,
        "ldap": 389,
        "ldaps": 636,
        "ws": 80,
        "wss": 443,
    }.get(self.uri.scheme or "")


UriValue.ruby_methods = {
    **{name: _part(name) for name in _PARTS},
    **{f"{name}=": _setter(name) for name in _PARTS},
    "user": _user,
    "password": _password,
    "hostname": _hostname,
    "request_uri": _request,
    "default_port": _default_port,
    "absolute?": lambda _ruby, self: self.uri.is_absolute,
    "relative?": lambda _ruby, self: not self.uri.is_absolute,
    "hierarchical?": lambda _ruby, self: self.uri.opaque is None,
    "merge": _merge,
    "+": _merge,
    "==": lambda _ruby, self, other: self == other,
    "to_s": lambda _ruby, self: str(self.uri),
    "to_str": lambda _ruby, self: str(self.uri),
    "inspect": lambda _ruby, self: f"#<{self.ruby_class_name} {self.uri}>",
    "normalize": lambda _ruby, self: self,
    "dup": lambda _ruby, self: UriValue(self.uri),
}


def _join(ruby: Interpreter, _self: object, first: object, *rest: object) -> UriValue:
    made = parse(ruby, first)
    for each in rest:
        made = _merge(ruby, made, each)
    return made


def _build(ruby: Interpreter, self: RubyModule, given: object) -> UriValue:
    scheme = self.name.removeprefix("URI::").lower()
    parts = {to_s(ruby, from_key(key)): value for key, value in to_hash(ruby, given).items()}
    if scheme != "generic":
        parts["scheme"] = scheme
    try:
        return UriValue(URI.build({name: part for name, part in parts.items() if part is not None}))
    except InvalidValueError as error:
        raise RubyError("URI::InvalidComponentError", str(error)) from None


def _escape_component(ruby: Interpreter, _self: object, text: object, *_: object) -> str:
    return percent(to_s(ruby, text), "*-._ ").replace(" ", "+")


def _unescape_component(ruby: Interpreter, _self: object, text: object, *_: object) -> str:
    given = to_str(ruby, text)
    if re.search(r"%(?![0-9a-fA-F]{2})", given):
        raise argument_error(f"invalid %-encoding ({given})")
    return unpercent(given.replace("+", " "))


def _encode_form(ruby: Interpreter, _self: object, given: object, *_: object) -> str:
    made = []
    for pair in iterate(ruby, given):
        key, value = (*pair, None)[:2] if type(pair) is list else (pair, None)
        values = value if type(value) is list else [value]
        for each in values:
            name = _escape_component(ruby, None, key)
            made.append(name if each is None else f"{name}={_escape_component(ruby, None, each)}")
    return "&".join(made)


def _decode_form(ruby: Interpreter, _self: object, text: object, *_rest: object) -> list[object]:
    made: list[object] = []
    for entry in to_str(ruby, text).split("&") if text else []:
        key, _, value = entry.partition("=")
        made.append([_unescape_component(ruby, None, key), _unescape_component(ruby, None, value)])
    return made


def _escape(ruby: Interpreter, _self: object, text: object, *_: object) -> str:
    return percent(to_str(ruby, text), _KEPT)


def _regexp(ruby: Interpreter, _self: object, schemes: object = None) -> RubyRegexp:
    from duckrow.ruby.literals import regexp_of

    names = [to_s(ruby, each) for each in schemes] if type(schemes) is list else []
    start = f"(?:{'|'.join(names)}):" if names else "[A-Za-z][A-Za-z0-9+.-]*:"
    return regexp_of(f'{start}[^\\s<>"]+', 0)


def _extract(
    ruby: Interpreter,
    _self: object,
    text: object,
    schemes: object = None,
    *,
    block: Proc | None = None,
) -> object:
    from duckrow.ruby.dispatch import send

    return send(ruby, to_str(ruby, text), "scan", _regexp(ruby, None, schemes), block=block)


def _open(ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None) -> object:
    """Open an address, for Ruby code that has a machine."""
    ruby.host.machine("URI.open")
    from duckrow.ruby.library.host.open_uri import open_uri

    return open_uri(ruby, self, *arguments, block=block)


def make(ruby: Interpreter) -> dict[str, Any]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class

    module = RubyModule(
        "URI",
        None,
        is_class=False,
        singleton={
            "parse": lambda ruby, _self, text: parse(ruby, text),
            "join": _join,
            "encode_www_form_component": _escape_component,
            "decode_www_form_component": _unescape_component,
            "encode_uri_component": lambda ruby, _self, text, *_: percent(to_s(ruby, text), "*-._"),
            "encode_www_form": _encode_form,
            "decode_www_form": _decode_form,
            "escape": _escape,
            "encode": _escape,
            "unescape": lambda ruby, _self, text, *_: unpercent(to_str(ruby, text)),
            "decode": lambda ruby, _self, text, *_: unpercent(to_str(ruby, text)),
            "regexp": _regexp,
            "extract": _extract,
            "open": _open,
        },
    )
    generic = RubyModule("URI::Generic", known_class(ruby, "Object"), singleton={"build": _build})
    made: dict[str, Any] = {"URI": module, "URI::Generic": generic}
    for name in sorted(set(CLASSES.values())):
        made[f"URI::{name}"] = RubyModule(f"URI::{name}", generic, singleton={"build": _build})
    made["URI::HTTPS"].parent = made["URI::HTTP"]
    for name in ("InvalidComponentError", "BadURIError"):
        made[f"URI::{name}"] = RubyModule(f"URI::{name}", known_class(ruby, "URI::Error"))
    parser = RubyModule("URI::RFC2396_Parser", known_class(ruby, "Object"))
    parser.singleton |= {"escape": _escape, "unescape": module.singleton["unescape"]}
    made["URI::DEFAULT_PARSER"] = made["URI::RFC2396_Parser"] = parser
    return made
