"""TCPSocket, Socket and Resolv: whether a port answers, and the names of hosts."""

from __future__ import annotations

from errno import errorcode
from os import strerror

from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.errors import RubyError
from duckrow.ruby.library.host.commands import seconds_left
from duckrow.ruby.library.host.streams import METHODS, Stream, set_stream, stream_of, with_block
from duckrow.ruby.library.ip_address import make as make_addresses
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

CONNECT_SECONDS = 60.0
_LARGEST = 4 * 1024 * 1024


def _connect(
    ruby: Interpreter,
    class_: RubyModule,
    host: object,
    port: object,
    *_: object,
) -> RubyObject:
    """Connect to a port; what is written is sent when an answer is read."""
    from duckrow.machine.tcp import ask, open_connection

    ruby.host.machine("TCPSocket.new")
    name, number = to_s(ruby, host), to_s(ruby, port)
    left = seconds_left(ruby)
    try:
        channel = open_connection(name, number, CONNECT_SECONDS if left is None else left)
    except TimeoutError:
        if left is not None:
            raise RubyError("Timeout::Error", "execution expired") from None
        raise RubyError(
            "Errno::ETIMEDOUT",
            f'Connection timed out - connect(2) for "{name}" port {number}',
        ) from None
    except OSError as error:
        if error.errno is None or error.errno < 0:
            text = error.strerror or "Name or service not known"
            raise RubyError("SocketError", f"getaddrinfo: {text}") from None
        kind = errorcode.get(error.errno, "EIO")
        raise RubyError(
            f"Errno::{kind}",
            f'{strerror(error.errno)} - connect(2) for "{name}" port {number}',
        ) from None

    def read_all() -> str:
        question, stream.text = stream.text, ""
        stream.position = 0
        return from_bytes(ask(channel, to_bytes(question), _LARGEST) or b"")

    stream = Stream(is_readable=True, is_writable=True, read_all=read_all, on_close=channel.close)
    return set_stream(RubyObject(class_), stream)


def _open(
    ruby: Interpreter, class_: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    host, port, *rest = arguments
    return with_block(ruby, _connect(ruby, class_, host, port, *rest), block)


def _host_name(ruby: Interpreter, _self: object) -> str:
    from duckrow.machine.this_process import host_name

    ruby.host.machine("Socket.gethostname")
    return host_name()


def _service(ruby: Interpreter, _self: object, name: object, protocol: object = "tcp") -> int:
    """Return the port of a service, from /etc/services."""
    word, kind = to_s(ruby, name), to_s(ruby, protocol)
    files = ruby.host.machine("Socket.getservbyname").files
    text = from_bytes(files.read("/etc/services")) if files.facts("/etc/services") else ""
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if len(words) > 1 and words[1].endswith(f"/{kind}") and word in (words[0], *words[2:]):
            return int(words[1].partition("/")[0])
    raise RubyError("SocketError", f"no such service {word}/{kind}")


def _address(ruby: Interpreter, _self: object, name: object) -> str:
    from duckrow.machine.resolver import address_of

    ruby.host.machine("Resolv.getaddress")
    found = address_of(to_s(ruby, name))
    if found is None:
        raise RubyError("Resolv::ResolvError", f"no address for {to_s(ruby, name)}")
    return found


def _addresses(ruby: Interpreter, self: object, name: object) -> list[object]:
    try:
        return [_address(ruby, self, name)]
    except RubyError:
        return []


def _each_address(
    ruby: Interpreter, self: object, name: object, *, block: Proc | None = None
) -> None:
    for each in _addresses(ruby, self, name):
        if block is not None:
            block(ruby, each)


def _name(ruby: Interpreter, _self: object, address: object) -> str:
    from duckrow.machine.resolver import name_of

    ruby.host.machine("Resolv.getname")
    found = name_of(to_s(ruby, address))
    if found is None:
        raise RubyError("Resolv::ResolvError", f"no name for {to_s(ruby, address)}")
    return found


_RESOLV: dict[str, Callable[..., object]] = {
    "getaddress": _address,
    "getaddresses": _addresses,
    "each_address": _each_address,
    "getname": _name,
    "getnames": lambda ruby, self, address: [_name(ruby, self, address)],
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the classes."""
    object_, standard = known_class(ruby, "Object"), known_class(ruby, "StandardError")
    methods = {
        **METHODS,
        "closed?": lambda _ruby, self: stream_of(self).is_closed,
        "setsockopt": lambda _ruby, _self, *_: 0,
    }
    tcp = RubyModule(
        "TCPSocket", object_, methods=methods, singleton={"new": _connect, "open": _open}
    )
    socket = RubyModule(
        "Socket",
        object_,
        singleton={"gethostname": _host_name, "getservbyname": _service, "tcp": _open},
    )
    resolv = RubyModule("Resolv", object_, methods=_RESOLV, singleton=_RESOLV)
    resolv.singleton["new"] = lambda _ruby, self, *_: RubyObject(self)
    return {
        **make_addresses(ruby),
        "Socket": socket,
        "TCPSocket": tcp,
        "SocketError": RubyModule("SocketError", standard),
        "Resolv": resolv,
        "Resolv::ResolvError": RubyModule("Resolv::ResolvError", standard),
        "Resolv::ResolvTimeout": RubyModule("Resolv::ResolvTimeout", standard),
    }
