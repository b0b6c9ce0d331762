"""Net::HTTP: requests over the machine's web client, one connection for each."""

from __future__ import annotations

from urllib.parse import urlencode

from duckrow.machine.web.request import Request
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.library.host.commands import seconds_left
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

LARGEST = 256 * 1024 * 1024
# Classes of responses by the status, and the more general class of each hundred.
_CLASSES = {
    200: "OK",
    201: "Created",
    202: "Accepted",
    204: "NoContent",
    206: "PartialContent",
    301: "MovedPermanently",
    302: "Found",
    303: "SeeOther",
    304: "NotModified",
    307: "TemporaryRedirect",
    308: "PermanentRedirect",
    400: "BadRequest",
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    405: "MethodNotAllowed",
    409: "Conflict",
    410: "Gone",
    422: "UnprocessableEntity",
    429: "TooManyRequests",
    500: "InternalServerError",
    501: "NotImplemented",
    502: "BadGateway",
    503: "ServiceUnavailable",
    504: "GatewayTimeout",
}
_GROUPS = {
    1: "Information",
    2: "Success",
    3: "Redirection",
    4: "ClientError",
    5: "ServerError",
}
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_STATE = " http"


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


class RequestState:
    """The state of a Net::HTTP::Get and its siblings."""

    __slots__ = ("body", "headers", "method", "path")

    def __init__(self, method: str, path: str) -> None:
        self.method = method
        self.path = path
        self.headers: dict[str, str] = {}
        self.body: str | None = None


class ResponseValue(TableValue):
    """A response with its whole content."""

    __slots__ = ("body", "class_", "headers", "message", "status")

    ruby_class_name = "Net::HTTPResponse"

    def __init__(
        self, class_: RubyModule, status: int, message: str, headers: dict[str, str], body: str
    ) -> None:
        self.class_ = class_
        self.status = status
        self.message = message
        self.headers = headers
        self.body = body


def _raise_unless_success(ruby: Interpreter, self: ResponseValue) -> None:
    if not 200 <= self.status < 300:
        name = "Net::HTTPClientException" if 400 <= self.status < 500 else "Net::HTTPFatalError"
        del ruby
        raise RubyError(name, f'{self.status} "{self.message}"')


def _read_body(
    ruby: Interpreter, self: ResponseValue, *_: object, block: Proc | None = None
) -> object:
    if block is not None:
        block(ruby, self.body)
    return self.body


def _each_header(ruby: Interpreter, self: ResponseValue, *, block: Proc) -> object:
    for name, value in self.headers.items():
        block(ruby, name, value)
    return self


ResponseValue.ruby_methods = {
    "code": lambda _ruby, self: str(self.status),
    "message": lambda _ruby, self: self.message,
    "msg": lambda _ruby, self: self.message,
    "body": lambda _ruby, self: self.body,
    "read_body": _read_body,
    "value": _raise_unless_success,
    "[]": lambda ruby, self, name: self.headers.get(to_s(ruby, name).lower()),
    "key?": lambda ruby, self, name: to_s(ruby, name).lower() in self.headers,
    "fetch": lambda ruby, self, name, default=None: self.headers.get(
        to_s(ruby, name).lower(), default
    ),
    "content_type": lambda _ruby, self: (
        self.headers.get("content-type", "").partition(";")[0].strip() or None
    ),
    "content_length": lambda _ruby, self: (
        int(self.headers["content-length"]) if "content-length" in self.headers else None
    ),
    "header": lambda _ruby, self: self,
    "each_header": _each_header,
    "to_hash": lambda _ruby, self: {name: [value] for name, value in self.headers.items()},
    "http_version": lambda _ruby, _self: "1.1",
}


def response_class(ruby: Interpreter, status: int) -> RubyModule:
    """Return the class of a status, such as Net::HTTPNotFound."""
    name = _CLASSES.get(status) or _GROUPS.get(status // 100) or "UnknownResponse"
    made = find_constant(ruby, f"Net::HTTP{name}")
    assert isinstance(made, RubyModule)
    return made


def _connection(self: object) -> Connection:
    found = self.variables.get(_STATE) if isinstance(self, RubyObject) else None
    if not isinstance(found, Connection):
        raise RubyError("IOError", "HTTP session not yet started")
    return found


def _request_of(value: object) -> RequestState:
    found = value.variables.get(_STATE) if isinstance(value, RubyObject) else None
    if not isinstance(found, RequestState):
        raise RubyError("ArgumentError", "not an HTTP request")
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
    place = f"{connection.host}:{connection.port}"
    try:
        with web.ask(wanted) as answer:
            content = answer.read(LARGEST)
    except TimeoutError:
        raise RubyError("Net::ReadTimeout", "Net::ReadTimeout") from None
    except ConnectionRefusedError:
        raise RubyError(
            "Errno::ECONNREFUSED",
            f"Failed to open TCP connection to {place} "
            f"(Connection refused - connect(2) for {place})",
        ) from None
    except OSError as error:
        name = type(error).__name__
        kind = "OpenSSL::SSL::SSLError" if "SSL" in name else "SocketError"
        raise RubyError(
            kind,
            f"Failed to open TCP connection to {place} ({error})",
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
    made.variables[_STATE] = connection
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
    state = _request_of(request)
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
        _add_headers(ruby, state, rest[0] if rest else None)
        response = perform(ruby, _connection(self), state)
        if block is not None:
            block(ruby, response)
        return response

    return called


def _add_headers(ruby: Interpreter, state: RequestState, headers: object) -> None:
    for key, value in headers.items() if isinstance(headers, dict) else ():
        state.headers[to_s(ruby, from_key(key)).lower()] = to_s(ruby, value)


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
    _add_headers(ruby, state, rest[0] if rest else None)
    return perform(ruby, connection, state)


def _class_get(ruby: Interpreter, self: object, uri: object, *rest: object) -> str:
    return _get_response(ruby, self, uri, *rest).body


def _post_form(ruby: Interpreter, _self: object, uri: object, form: object) -> ResponseValue:
    connection, path = _for_uri(ruby, uri)
    state = RequestState("POST", path)
    _set_form(ruby, state, form)
    return perform(ruby, connection, state)


def _set_form(ruby: Interpreter, state: RequestState, form: object) -> None:
    pairs = form.items() if isinstance(form, dict) else ()
    state.body = urlencode([(to_s(ruby, from_key(key)), to_s(ruby, value)) for key, value in pairs])
    state.headers["content-type"] = "application/x-www-form-urlencoded"


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

# ---- requests


def _new_request(method: str) -> Callable[..., object]:
    def new(
        ruby: Interpreter, class_: RubyModule, path: object, headers: object = None
    ) -> RubyObject:
        text = path
        if not isinstance(path, str) and responds_to(ruby, path, "request_uri"):
            text = send(ruby, path, "request_uri")
        made = RubyObject(class_)
        state = RequestState(method, to_s(ruby, text))
        _add_headers(ruby, state, headers)
        made.variables[_STATE] = state
        return made

    return new


def _set_header(ruby: Interpreter, self: RubyObject, name: object, value: object) -> object:
    headers = _request_of(self).headers
    key = to_s(ruby, name).lower()
    if value is None:
        headers.pop(key, None)
    else:
        headers[key] = to_s(ruby, value)
    return value


def _set_body(ruby: Interpreter, self: RubyObject, body: object) -> object:
    _request_of(self).body = None if body is None else to_s(ruby, body)
    return body


def _basic_auth(ruby: Interpreter, self: RubyObject, user: object, password: object) -> None:
    from base64 import b64encode

    pair = to_bytes(f"{to_s(ruby, user)}:{to_s(ruby, password)}")
    _request_of(self).headers["authorization"] = f"Basic {b64encode(pair).decode()}"


def _set_type(ruby: Interpreter, self: RubyObject, kind: object, *_: object) -> object:
    return _set_header(ruby, self, "content-type", kind)


_REQUEST: dict[str, Callable[..., object]] = {
    "[]": lambda ruby, self, name: _request_of(self).headers.get(to_s(ruby, name).lower()),
    "[]=": _set_header,
    "add_field": _set_header,
    "body": lambda _ruby, self: _request_of(self).body,
    "body=": _set_body,
    "method": lambda _ruby, self, *_: _request_of(self).method,
    "path": lambda _ruby, self: _request_of(self).path,
    "basic_auth": _basic_auth,
    "set_form_data": lambda ruby, self, form, *_: _set_form(ruby, _request_of(self), form),
    "form_data=": lambda ruby, self, form: _set_form(ruby, _request_of(self), form),
    "content_type=": _set_type,
    "set_content_type": _set_type,
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and its classes."""
    object_, standard = known_class(ruby, "Object"), known_class(ruby, "StandardError")
    generic = RubyModule("Net::HTTPGenericRequest", object_, methods=_REQUEST)
    response = RubyModule("Net::HTTPResponse", object_)
    groups = {number: RubyModule(f"Net::HTTP{name}", response) for number, name in _GROUPS.items()}
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
    for status, name in _CLASSES.items():
        made[f"Net::HTTP{name}"] = RubyModule(f"Net::HTTP{name}", groups[status // 100])
    for method in _METHODS:
        name = f"Net::HTTP::{method.capitalize()}"
        made[name] = RubyModule(name, generic, singleton={"new": _new_request(method)})
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
