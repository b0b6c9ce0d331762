"""The requests of Net::HTTP: Net::HTTP::Get and its siblings."""

from __future__ import annotations

from urllib.parse import urlencode

from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import to_bytes
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

VERBS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
STATE = " http"  # the variable of an object that holds its state


class RequestState:
    """The state of a Net::HTTP::Get and its siblings."""

    __slots__ = ("body", "headers", "method", "path")

    def __init__(self, method: str, path: str) -> None:
        self.method = method
        self.path = path
        self.headers: dict[str, str] = {}
        self.body: str | None = None


def request_of(value: object) -> RequestState:
    """Return the state of a request."""
    found = value.variables.get(STATE) if isinstance(value, RubyObject) else None
    if not isinstance(found, RequestState):
        raise RubyError("ArgumentError", "not an HTTP request")
    return found


def add_headers(ruby: Interpreter, state: RequestState, headers: object) -> None:
    """Add the headers of a hash to a request."""
    for key, value in headers.items() if isinstance(headers, dict) else ():
        name = to_s(ruby, from_key(key))
        text = to_s(ruby, value)
        if "\r" in text or "\n" in text:
            raise RubyError(
                "ArgumentError",
                f"header {name} has field value {inspect(ruby, text)}, this cannot include CR/LF",
            )
        state.headers[name.lower()] = text


def header_value(ruby: Interpreter, value: object) -> str:
    """Return the text of a header; an Array has several values."""
    values = value if isinstance(value, list) else [value]
    text = ", ".join(to_s(ruby, each) for each in values)
    if "\r" in text or "\n" in text:
        raise RubyError("ArgumentError", "header field value cannot include CR/LF")
    return text


def set_form(ruby: Interpreter, state: RequestState, form: object) -> None:
    """Make the fields of a form the body of a request."""
    pairs = form.items() if isinstance(form, dict) else ()
    state.body = urlencode([(to_s(ruby, from_key(key)), to_s(ruby, value)) for key, value in pairs])
    state.headers["content-type"] = "application/x-www-form-urlencoded"


def new_request(method: str) -> Callable[..., object]:
    """Return the method `new` of the class of requests with a verb."""

    def new(
        ruby: Interpreter, class_: RubyModule, path: object, headers: object = None
    ) -> RubyObject:
        text = path
        if not isinstance(path, str) and responds_to(ruby, path, "request_uri"):
            text = send(ruby, path, "request_uri")
        made = RubyObject(class_)
        state = RequestState(method, to_s(ruby, text))
        add_headers(ruby, state, headers)
        made.variables[STATE] = state
        return made

    return new


def _set_header(ruby: Interpreter, self: RubyObject, name: object, value: object) -> object:
    headers = request_of(self).headers
    key = to_s(ruby, name).lower()
    if value is None:
        headers.pop(key, None)
    else:
        headers[key] = header_value(ruby, value)
    return value


def _add_field(ruby: Interpreter, self: RubyObject, name: object, value: object) -> None:
    """Add a value to those that a header has."""
    headers = request_of(self).headers
    key = to_s(ruby, name).lower()
    added = header_value(ruby, value)
    headers[key] = f"{headers[key]}, {added}" if key in headers else added


def _set_body(ruby: Interpreter, self: RubyObject, body: object) -> object:
    request_of(self).body = None if body is None else to_s(ruby, body)
    return body


def _basic_auth(ruby: Interpreter, self: RubyObject, user: object, password: object) -> None:
    from base64 import b64encode

    pair = to_bytes(f"{to_s(ruby, user)}:{to_s(ruby, password)}")
    request_of(self).headers["authorization"] = f"Basic {b64encode(pair).decode()}"


def _set_type(ruby: Interpreter, self: RubyObject, kind: object, *_: object) -> object:
    return _set_header(ruby, self, "content-type", kind)


REQUEST_METHODS: dict[str, Callable[..., object]] = {
    "[]": lambda ruby, self, name: request_of(self).headers.get(to_s(ruby, name).lower()),
    "[]=": _set_header,
    "add_field": _add_field,
    "body": lambda _ruby, self: request_of(self).body,
    "body=": _set_body,
    "method": lambda _ruby, self, *_: request_of(self).method,
    "path": lambda _ruby, self: request_of(self).path,
    "basic_auth": _basic_auth,
    "set_form_data": lambda ruby, self, form, *_: set_form(ruby, request_of(self), form),
    "form_data=": lambda ruby, self, form: set_form(ruby, request_of(self), form),
    "content_type=": _set_type,
    "set_content_type": _set_type,
}
