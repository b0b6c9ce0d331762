"""Net::HTTP: requests over the machine's web client, one connection for each."""

from __future__ import annotations

from duckrow.machine.web.request import Request
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.library.host.commands import seconds_left
from duckrow.ruby.library.host.http_requests import (
    REQUEST_METHODS,
    STATE,
    VERBS,
    RequestState,
    add_headers,
    new_request,
    request_of,
    set_form,
)
from duckrow.ruby.library.host.http_responses import (
    CLASSES_BY_HUNDRED,
    CLASSES_BY_STATUS,
    ResponseValue,
    response_class,
)
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

LARGEST = 256 * 1024 * 1024


class Connection:
    """The state of a Net::HTTP object."""

    __slots__ = ("host", "is_insecure", "is_started", "port", "proxy", "seconds", "uses_tls")

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.uses_tls = False
        self.is_insecure = False
        self.proxy: str | None = None
        self.seconds = 60.0
        self.is_started = False


def _connection(self: object) -> Connection:
    found = self.variables.get(STATE) if isinstance(self, RubyObject) else None
    if not isinstance(found, Connection):
        raise RubyError("IOError", "HTTP session not yet started")
    return found


def perform(ruby: Interpreter, connection: Connection, request: RequestState) -> ResponseValue:
    """Send a request and read the response."""
    web = ruby.host.machine("Net::HTTP").web
    path = request.path
    if not path.startswith("http"):
        scheme = "https" if connection.uses_tls else "http"
        host = f"[{connection.host}]" if ":" in connection.host else connection.host
        path = f"{scheme}://{host}:{connection.port}{path}"
    left = seconds_left(ruby)
    wanted = Request(
        path,
        request.method,
        headers={"accept": "*/*", "user-agent": "Ruby", **request.headers},
        body=None if request.body is None else to_bytes(request.body),
        proxy=connection.proxy,
        is_insecure=connection.is_insecure,
        redirects=-1,
        seconds=connection.seconds if left is None else min(left, connection.seconds),
    )
    address = f"{connection.host}:{connection.port}"
    try:
        with web.ask(wanted) as answer:
            content = answer.read(LARGEST)
    except TimeoutError:
        raise RubyError("Net::ReadTimeout", "Net::ReadTimeout") from None
    except ConnectionRefusedError:
        raise RubyError(
            "Errno::ECONNREFUSED",
            f"Failed to open TCP connection to {address} "
            f"(Connection refused - connect(2) for {address})",
        ) from None
    except OSError as error:
        name = type(error).__name__
        kind = "OpenSSL::SSL::SSLError" if "SSL" in name else "SocketError"
        raise RubyError(
            kind,
            f"Failed to open TCP connection to {address} ({error})",
        ) from None
    class_ = response_class(ruby, answer.status)
    return ResponseValue(class_, answer.status, answer.reason, answer.headers, from_bytes(content))


# ---- Net::HTTP


def _new(ruby: Interpreter, class_: RubyModule, host: object, *arguments: object) -> RubyObject:
    rest, _ = options_of(arguments)
    port = rest[0] if rest and isinstance(rest[0], int) else 80
    made = RubyObject(class_)
    connection = Connection(to_s(ruby, host), port)
    if len(rest) > 2 and isinstance(rest[1], str):
        connection.proxy = f"http://{rest[1]}:{to_s(ruby, rest[2])}"
    made.variables[STATE] = connection
    return made


def _set_options(ruby: Interpreter, connection: Connection, options: dict[str, object]) -> None:
    connection.uses_tls = truthy(options.get("use_ssl", connection.uses_tls))
    if "verify_mode" in options:
        connection.is_insecure = options["verify_mode"] == 0
    for name in ("read_timeout", "open_timeout"):
        value = options.get(name)
        if isinstance(value, int | float):
            connection.seconds = float(value)
    del ruby


def _class_start(
    ruby: Interpreter,
    class_: RubyModule,
    host: object,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    rest, options = options_of(arguments)
    port = rest[0] if rest and rest[0] is not None else 443 if options.get("use_ssl") else 80
    made = _new(ruby, class_, host, port, *rest[1:])
    _set_options(ruby, _connection(made), options)
    return _start(ruby, made, block=block)


def _start(ruby: Interpreter, self: RubyObject, *, block: Proc | None = None) -> object:
    _connection(self).is_started = True
    if block is None:
        return self
    try:
        return block(ruby, self)
    finally:
        _connection(self).is_started = False


def _request(
    ruby: Interpreter,
    self: RubyObject,
    request: object,
    body: object = None,
    *,
    block: Proc | None = None,
) -> object:
    state = request_of(request)
    if body is not None:
        state.body = to_s(ruby, body)
    response = perform(ruby, _connection(self), state)
    if block is not None:
        block(ruby, response)
    return response


def _simple(method: str, *, has_body: bool) -> Callable[..., object]:
    def called(
        ruby: Interpreter,
        self: RubyObject,
        path: object,
        *arguments: object,
        block: Proc | None = None,
    ) -> object:
        state = RequestState(method, to_s(ruby, path))
        rest = list(arguments)
        if has_body and rest:
            state.body = None if rest[0] is None else to_s(ruby, rest.pop(0))
        add_headers(ruby, state, rest[0] if rest else None)
        response = perform(ruby, _connection(self), state)
        if block is not None:
            block(ruby, response)
        return response

    return called


def _for_uri(ruby: Interpreter, uri: object) -> tuple[Connection, str]:
    """Return the connection and path of a URI."""
    target = send(ruby, find_constant(ruby, "URI"), "parse", uri) if isinstance(uri, str) else uri
    connection = Connection(
        to_s(ruby, send(ruby, target, "host")), int(send(ruby, target, "port") or 80)
    )
    connection.uses_tls = send(ruby, target, "scheme") == "https"
    return connection, to_s(ruby, send(ruby, target, "request_uri"))


def _get_response(ruby: Interpreter, _self: object, uri: object, *rest: object) -> ResponseValue:
    if rest and isinstance(uri, str) and "://" not in uri:
        connection = Connection(uri, rest[1] if len(rest) > 1 and isinstance(rest[1], int) else 80)
        return perform(ruby, connection, RequestState("GET", to_s(ruby, rest[0])))
    connection, path = _for_uri(ruby, uri)
    state = RequestState("GET", path)
    add_headers(ruby, state, rest[0] if rest else None)
    return perform(ruby, connection, state)


def _class_get(ruby: Interpreter, self: object, uri: object, *rest: object) -> str:
    return _get_response(ruby, self, uri, *rest).body


def _post_form(ruby: Interpreter, _self: object, uri: object, form: object) -> ResponseValue:
    connection, path = _for_uri(ruby, uri)
    state = RequestState("POST", path)
    set_form(ruby, state, form)
    return perform(ruby, connection, state)


def _unless_nil(construct: str) -> Callable[..., object]:
    """Return a method that rejects every value but nil: a request must not go without it."""

    def assign(_ruby: Interpreter, _self: RubyObject, value: object) -> object:
        if value is not None:
            raise UnsupportedError(construct)
        return value

    return assign


def _assign(name: str) -> Callable[..., object]:
    def assign(_ruby: Interpreter, self: RubyObject, value: object) -> object:
        connection = _connection(self)
        if name == "verify_mode":
            connection.is_insecure = value == 0
        elif name == "use_ssl":
            connection.uses_tls = truthy(value)
        elif name == "seconds" and isinstance(value, int | float):
            connection.seconds = float(value)
        return value

    return assign


_HTTP: dict[str, Callable[..., object]] = {
    "start": _start,
    "finish": lambda _ruby, _self: None,
    "started?": lambda _ruby, self: _connection(self).is_started,
    "request": _request,
    "get": _simple("GET", has_body=False),
    "request_get": _simple("GET", has_body=False),
    "request_post": _simple("POST", has_body=True),
    "request_put": _simple("PUT", has_body=True),
    "request_head": _simple("HEAD", has_body=False),
    "head": _simple("HEAD", has_body=False),
    "delete": _simple("DELETE", has_body=False),
    "post": _simple("POST", has_body=True),
    "put": _simple("PUT", has_body=True),
    "patch": _simple("PATCH", has_body=True),
    "address": lambda _ruby, self: _connection(self).host,
    "port": lambda _ruby, self: _connection(self).port,
    "use_ssl?": lambda _ruby, self: _connection(self).uses_tls,
    "use_ssl=": _assign("use_ssl"),
    "verify_mode=": _assign("verify_mode"),
    "read_timeout=": _assign("seconds"),
    "open_timeout=": _assign("seconds"),
    **{
        f"{name}=": _assign(name)
        for name in (
            "ssl_version ssl_timeout write_timeout keep_alive_timeout "
            "max_retries verify_depth verify_hostname min_version max_version"
        ).split()
    },
    **{
        f"{name}=": _unless_nil(f"Net::HTTP#{name}=")
        for name in ("ca_file", "ca_path", "cert", "key", "cert_store")
    },
    "set_debug_output": lambda _ruby, _self, _stream: None,
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and its classes."""
    object_, standard = known_class(ruby, "Object"), known_class(ruby, "StandardError")
    generic = RubyModule("Net::HTTPGenericRequest", object_, methods=REQUEST_METHODS)
    response = RubyModule("Net::HTTPResponse", object_)
    groups = {
        number: RubyModule(f"Net::HTTP{name}", response)
        for number, name in CLASSES_BY_HUNDRED.items()
    }
    made: dict[str, object] = {
        "Net": RubyModule("Net", is_class=False),
        "Net::HTTP": RubyModule(
            "Net::HTTP",
            object_,
            methods=_HTTP,
            singleton={
                "new": _new,
                "start": _class_start,
                "get": _class_get,
                "get_response": _get_response,
                "post_form": _post_form,
            },
        ),
        "Net::HTTPGenericRequest": generic,
        "Net::HTTPResponse": response,
        "Net::HTTPUnknownResponse": RubyModule("Net::HTTPUnknownResponse", response),
        **{group.name: group for group in groups.values()},
    }
    for status, name in CLASSES_BY_STATUS.items():
        made[f"Net::HTTP{name}"] = RubyModule(f"Net::HTTP{name}", groups[status // 100])
    for method in VERBS:
        name = f"Net::HTTP::{method.capitalize()}"
        made[name] = RubyModule(name, generic, singleton={"new": new_request(method)})
    ftp = made["Net::FTPError"] = RubyModule("Net::FTPError", standard)
    for word in ("Reply", "Perm", "Temp", "Proto", "Connection"):
        made[f"Net::FTP{word}Error"] = RubyModule(f"Net::FTP{word}Error", ftp)
    timeout = find_constant(ruby, "Timeout::Error")
    for name, parent in (
        ("Net::ProtocolError", standard),
        ("Net::HTTPError", standard),
        ("Net::HTTPBadResponse", standard),
        ("Net::HTTPHeaderSyntaxError", standard),
        ("Net::HTTPServerException", standard),
        ("Net::HTTPClientException", standard),
        ("Net::HTTPFatalError", standard),
        ("Net::HTTPRetriableError", standard),
        ("Net::OpenTimeout", timeout),
        ("Net::ReadTimeout", timeout),
    ):
        made[name] = RubyModule(name, parent)
    return made
