"""OpenURI: URI.open and the methods that it gives to addresses."""

from __future__ import annotations

from base64 import b64encode

from duckrow.data.symbol import Symbol
from duckrow.machine.web.request import Request
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.exceptions import METHODS, error_of
from duckrow.ruby.library.host.commands import seconds_left
from duckrow.ruby.library.host.http import LARGEST
from duckrow.ruby.library.host.http_requests import header_value
from duckrow.ruby.library.host.streams import with_block
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

_SECONDS = 60.0
# Options that change nothing here.
_IGNORED = frozenset(("redirect", "content_length_proc", "progress_proc", "encoding"))


def open_uri(
    ruby: Interpreter,
    _self: object,
    address: object,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    """Open an address for reading; another name is that of a file."""
    text = to_s(ruby, address)
    if not text.startswith(("http://", "https://")):
        if "://" in text:
            raise UnsupportedError(f"URI.open of {text.partition(':')[0]}")
        return send(ruby, find_constant(ruby, "File"), "open", text, *arguments, block=block)
    headers, insecure, seconds = _options(ruby, arguments)
    left = seconds_left(ruby)
    wanted = Request(
        text,
        headers={"accept": "*/*", "user-agent": "Ruby", **headers},
        is_insecure=insecure,
        seconds=seconds if left is None else min(left, seconds),
    )
    try:
        with ruby.host.machine("URI.open").web.ask(wanted) as answer:
            content = from_bytes(answer.read(LARGEST))
    except TimeoutError:
        raise RubyError("Net::ReadTimeout", "Net::ReadTimeout") from None
    except OSError as error:
        kind = "OpenSSL::SSL::SSLError" if "SSL" in type(error).__name__ else "SocketError"
        raise RubyError(kind, f"Failed to open TCP connection to {text} ({error})") from None
    made = send(ruby, find_constant(ruby, "StringIO"), "new", content)
    assert isinstance(made, RubyObject)
    status: list[object] = [str(answer.status), answer.reason]
    made.variables |= {"status": status, "meta": dict(answer.headers), "base_uri": text}
    made.class_.methods |= _META
    if not answer.is_success:
        error_class = find_constant(ruby, "OpenURI::HTTPError")
        raise error_of(ruby, send(ruby, error_class, "new", " ".join(map(str, status)), made))
    return with_block(ruby, made, block)


def _options(
    ruby: Interpreter, arguments: tuple[object, ...]
) -> tuple[dict[str, str], bool, float]:
    """Return the headers, whether any certificate will do, and the time limit."""
    headers, insecure, seconds = {}, False, _SECONDS
    pairs = [pair for each in arguments if isinstance(each, dict) for pair in each.items()]
    for key, value in pairs:
        name = to_s(ruby, from_key(key))
        if type(key) is not Symbol:
            headers[name.lower()] = header_value(ruby, value)
        elif name == "ssl_verify_mode":
            insecure = value == 0
        elif name in ("read_timeout", "open_timeout") and isinstance(value, int | float):
            seconds = float(value)
        elif name == "http_basic_authentication" and isinstance(value, list):
            pair = to_bytes(":".join(to_s(ruby, each) for each in value))
            headers["authorization"] = f"Basic {b64encode(pair).decode()}"
        elif name not in _IGNORED and value is not None:
            raise UnsupportedError(f"URI.open with {name}")
    return headers, insecure, seconds


_META = {
    "status": lambda _ruby, self: self.variables.get("status"),
    "meta": lambda _ruby, self: self.variables.get("meta", {}),
    "content_type": lambda _ruby, self: (
        self.variables.get("meta", {}).get("content-type", "").partition(";")[0] or None
    ),
    "base_uri": lambda ruby, self: send(
        ruby, find_constant(ruby, "URI"), "parse", self.variables.get("base_uri", "")
    ),
}


def _initialize_error(ruby: Interpreter, self: RubyObject, message: object, io: object) -> None:
    METHODS["initialize"](ruby, self, message)
    self.variables["io"] = io


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and its error."""
    error = RubyModule("OpenURI::HTTPError", known_class(ruby, "StandardError"))
    error.methods |= {
        "initialize": _initialize_error,
        "io": lambda _ruby, self: self.variables.get("io"),
    }
    module = RubyModule("OpenURI", is_class=False, singleton={"open_uri": open_uri})
    return {"OpenURI": module, error.name: error}
