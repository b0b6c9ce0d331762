"""The responses of Net::HTTP: their classes, headers and content."""

from __future__ import annotations

from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

# Classes of responses by the status, and the more general class of each hundred.
CLASSES_BY_STATUS = {
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
CLASSES_BY_HUNDRED = {
    1: "Information",
    2: "Success",
    3: "Redirection",
    4: "ClientError",
    5: "ServerError",
}


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
    name = (
        CLASSES_BY_STATUS.get(status) or CLASSES_BY_HUNDRED.get(status // 100) or "UnknownResponse"
    )
    made = find_constant(ruby, f"Net::HTTP{name}")
    assert isinstance(made, RubyModule)
    return made
