"""Puppet.runtime[:http]: the HTTP client of Puppet, and its errors.

Puppet verifies servers with its own certificates unless code asks for those of the system. duckrow
has no certificates of its own, so a request over TLS must say `include_system_store: true` or have
an insecure context.
"""

from __future__ import annotations

from base64 import b64encode
from urllib.parse import urlencode, urljoin, urlsplit

from duckrow.machine.web.request import MOST_REDIRECTS, SECRET
from duckrow.puppet.ruby_host.objects import class_at
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.convert import to_bytes
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.library.host.http import Connection, perform
from duckrow.ruby.library.host.http_requests import RequestState, header_value
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.library.host.http_responses import ResponseValue

_ERRORS = {
    "HTTPError": "Puppet::Error",
    "ResponseError": "Puppet::HTTP::HTTPError",
    "ConnectionError": "Puppet::HTTP::HTTPError",
    "RouteError": "Puppet::HTTP::HTTPError",
    "ProtocolError": "Puppet::HTTP::HTTPError",
    "SerializationError": "Puppet::HTTP::HTTPError",
    "TooManyRedirects": "Puppet::HTTP::HTTPError",
    "TooManyRetryAfters": "Puppet::HTTP::HTTPError",
}
_INSECURE = " insecure"


class Answer(TableValue):
    """Puppet::HTTP::Response."""

    __slots__ = ("response", "url")

    ruby_class_name = "Puppet::HTTP::ResponseNetHTTP"

    def __init__(self, url: str, response: ResponseValue) -> None:
        self.url = url
        self.response = response


def _passed(name: str) -> Callable[..., object]:
    def ask(
        ruby: Interpreter, self: Answer, *arguments: object, block: Proc | None = None
    ) -> object:
        return send(ruby, self.response, name, *arguments, block=block)

    return ask


Answer.ruby_methods = {
    "code": lambda _ruby, self: self.response.status,
    "reason": lambda _ruby, self: self.response.message,
    "success?": lambda _ruby, self: 200 <= self.response.status < 300,
    "url": lambda _ruby, self: self.url,
    "body": _passed("body"),
    "read_body": _passed("read_body"),
    "[]": _passed("[]"),
    "each_header": _passed("each_header"),
    "drain": lambda _ruby, _self: True,
}


def _request(method: str, *, has_body: bool) -> Callable[..., object]:
    def called(
        ruby: Interpreter,
        _self: object,
        url: object,
        *arguments: object,
        block: Proc | None = None,
    ) -> object:
        rest, given = options_of(arguments)
        body = to_s(ruby, rest[0]) if has_body and rest else None
        made = _ask(ruby, method, to_s(ruby, url), given, body)
        if block is not None:
            block(ruby, made)
        return made

    return called


def _texts(ruby: Interpreter, values: object) -> dict[str, str]:
    pairs = values.items() if isinstance(values, dict) else ()
    return {to_s(ruby, from_key(key)): to_s(ruby, value) for key, value in pairs}


def _ask(
    ruby: Interpreter, method: str, url: str, given: dict[str, object], body: str | None
) -> Answer:
    """Send a request and follow redirects; another host gets neither user, password nor cookie."""
    _, options = options_of((given.get("options") or {},))
    query = _texts(ruby, given.get("params"))
    if query:
        url = f"{url}?{urlencode(query)}"
    written = given.get("headers")
    headers = {
        to_s(ruby, from_key(name)).lower(): header_value(ruby, value)
        for name, value in (written.items() if isinstance(written, dict) else ())
    }
    credentials = options.get("basic_auth")
    pair = [urlsplit(url).username, urlsplit(url).password]
    if isinstance(credentials, dict):
        pair = [to_s(ruby, credentials.get(symbol(each))) for each in ("user", "password")]
    if pair[0] is not None and pair[1] is not None:
        headers["authorization"] = f"Basic {b64encode(to_bytes(f'{pair[0]}:{pair[1]}')).decode()}"
    limit = options.get("redirect_limit")
    for _ in range((limit if isinstance(limit, int) else MOST_REDIRECTS) + 1):
        connection, path = _connection(ruby, url, options)
        state = RequestState(method, path)
        state.headers = dict(headers)
        state.body = body
        try:
            response = perform(ruby, connection, state)
        except RubyError as error:
            raise RubyError(
                "Puppet::HTTP::ConnectionError",
                f"Request to {url} failed after 0.0 seconds: {error.message}",
            ) from None
        target = response.headers.get("location")
        if response.status not in (301, 302, 307) or target is None:
            return Answer(url, response)
        before, url = url, urljoin(url, target)
        if not _is_trusted(before, url):
            for name in SECRET:
                headers.pop(name, None)
    raise RubyError("Puppet::HTTP::TooManyRedirects", f"Too many HTTP redirections for {url}")


def _is_trusted(before: str, after: str) -> bool:
    """Return whether a redirect stays on a host, and does not leave TLS."""
    one, two = urlsplit(before), urlsplit(after)
    return one.hostname == two.hostname and (one.scheme != "https" or two.scheme == "https")


def _connection(ruby: Interpreter, url: str, options: dict[str, object]) -> tuple[Connection, str]:
    target = send(ruby, find_constant(ruby, "URI"), "parse", url)
    made = Connection(to_s(ruby, send(ruby, target, "host")), int(send(ruby, target, "port") or 80))
    if send(ruby, target, "scheme") == "https":
        made.uses_tls = True
        context = options.get("ssl_context")
        made.is_insecure = isinstance(context, RubyObject) and _INSECURE in context.variables
        if not made.is_insecure and not truthy(options.get("include_system_store")):
            raise UnsupportedError("Puppet.runtime[:http] with Puppet's own certificates")
    return made, to_s(ruby, send(ruby, target, "request_uri"))


def runtime(ruby: Interpreter, _self: object, name: object) -> object:
    """Return Puppet.runtime[name]."""
    word = to_s(ruby, name)
    if word != "http":
        raise UnsupportedError(f"Puppet.runtime[:{word}]")
    return RubyObject(class_at(ruby, "Puppet::HTTP::Client"))


def _insecure(ruby: Interpreter, _self: object, *_: object) -> RubyObject:
    made = RubyObject(known_class(ruby, "Object"))
    made.variables[_INSECURE] = True
    return made


CLIENT: dict[str, Callable[..., object]] = {
    "get": _request("GET", has_body=False),
    "head": _request("HEAD", has_body=False),
    "delete": _request("DELETE", has_body=False),
    "put": _request("PUT", has_body=True),
    "post": _request("POST", has_body=True),
    "close": lambda _ruby, _self: None,
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the classes."""
    object_ = known_class(ruby, "Object")
    made: dict[str, object] = {
        "Puppet::HTTP": RubyModule("Puppet::HTTP", is_class=False),
        "Puppet::HTTP::Client": RubyModule("Puppet::HTTP::Client", object_, methods=CLIENT),
        "Puppet::SSL": RubyModule("Puppet::SSL", is_class=False),
        "Puppet::SSL::SSLProvider": RubyModule(
            "Puppet::SSL::SSLProvider", object_, methods={"create_insecure_context": _insecure}
        ),
    }
    for name, parent in _ERRORS.items():
        above = made.get(parent) or known_class(ruby, parent)
        assert isinstance(above, RubyModule)
        made[f"Puppet::HTTP::{name}"] = RubyModule(f"Puppet::HTTP::{name}", above)
    return made
