"""TCPSocket, Socket and Resolv: whether a port answers, and the names of hosts."""

from __future__ import annotations

from errno import errorcode
from ipaddress import ip_address, ip_network
from os import strerror

from duckrow.regexp import regexp
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.library.host.commands import seconds_left
from duckrow.ruby.library.host.stream_methods import METHODS
from duckrow.ruby.library.host.streams import Stream, set_stream, stream_of, with_block
from duckrow.ruby.library.ip_address import V4, V6
from duckrow.ruby.library.ip_address import make as make_addresses
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

CONNECT_SECONDS = 60.0
_BYTE = r"(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_IPV4 = rf"\A{_BYTE}\.{_BYTE}\.{_BYTE}\.{_BYTE}\z"
_PAIR, _PAIRS = r"\h{1,4}", r"(?:\h{1,4}(?::\h{1,4})*)?"
_DOTTED = r"\d+\.\d+\.\d+\.\d+"
_IPV6 = (
    rf"\A(?:(?:{_PAIR}:){{7}}{_PAIR}|{_PAIRS}::{_PAIRS}|(?:{_PAIR}:){{6}}{_DOTTED}"
    rf"|{_PAIRS}::(?:{_PAIR}:)*{_DOTTED}|[Ff][Ee]80(?::{_PAIR}){{7}}%[0-9A-Za-z\-]+"
    rf"|[Ff][Ee]80:(?:{_PAIRS}::{_PAIRS}|:{_PAIRS})?:{_PAIR}%[0-9A-Za-z.\-]+)\z"
)
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


def _addresses(ruby: Interpreter, _self: object, name: object) -> list[object]:
    from duckrow.machine.resolver import addresses_of

    ruby.host.machine("Resolv.getaddresses")
    return [address for _, address in addresses_of(to_s(ruby, name))]


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


# ---- Resolv::DNS

_RECORDS = {"A": 4, "AAAA": 6}  # the records that hold addresses, and the version of these
_ADDRESS = " address"


def _resources(ruby: Interpreter, _self: object, name: object, kind: object) -> list[RubyObject]:
    """Return the records of a host: its addresses; the resolver of the host answers."""
    from duckrow.machine.resolver import addresses_of

    ruby.host.machine("Resolv::DNS#getresources")
    path = kind.name if isinstance(kind, RubyModule) else to_s(ruby, kind)
    version = _RECORDS.get(path.rpartition("::")[2])
    if version is None or not isinstance(kind, RubyModule):
        raise UnsupportedError(f"Resolv::DNS with {path}")
    found = []
    for _, address in addresses_of(to_s(ruby, name), version):
        made = RubyObject(kind)
        made.variables[_ADDRESS] = send(ruby, find_constant(ruby, "IPAddr"), "new", address)
        found.append(made)
    return found


def _resource(ruby: Interpreter, self: object, name: object, kind: object) -> RubyObject:
    found = _resources(ruby, self, name, kind)
    if not found:
        word = kind.name if isinstance(kind, RubyModule) else to_s(ruby, kind)
        raise RubyError(
            "Resolv::ResolvError",
            f"DNS result has no information for {to_s(ruby, name)} ({word.rpartition('::')[2]})",
        )
    return found[0]


def _each_resource(
    ruby: Interpreter, self: object, name: object, kind: object, *, block: Proc
) -> None:
    for each in _resources(ruby, self, name, kind):
        block(ruby, each)


def _dns_new(
    ruby: Interpreter, self: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    """Make a resolver; name servers of its own are not asked."""
    if any(each is not None for each in arguments):
        raise UnsupportedError("Resolv::DNS.new with a configuration")
    made = RubyObject(self)
    return made if block is None else block(ruby, made)


def _make_dns(ruby: Interpreter, resolv: RubyModule) -> dict[str, object]:
    object_ = known_class(ruby, "Object")
    dns = RubyModule("Resolv::DNS", object_, methods=resolv.methods)
    dns.methods |= {
        "getresources": _resources,
        "getresource": _resource,
        "each_resource": _each_resource,
        "timeouts=": lambda _ruby, _self, value: value,
        "close": lambda _ruby, _self: None,
    }
    dns.singleton |= {"new": _dns_new, "open": _dns_new}
    resource = RubyModule("Resolv::DNS::Resource", object_)
    made: dict[str, object] = {
        dns.name: dns,
        resource.name: resource,
        "Resolv::DNS::Resource::IN": RubyModule("Resolv::DNS::Resource::IN", is_class=False),
    }
    for name in ("A", "AAAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT"):
        record = RubyModule(f"Resolv::DNS::Resource::IN::{name}", resource)
        if name in _RECORDS:
            record.methods["address"] = lambda _ruby, self: self.variables[_ADDRESS]
        made[record.name] = record
    return made


# ---- Socket

# Constants as Linux has them.
_NUMBERS = {
    "PF_UNSPEC": 0,
    "PF_INET": V4,
    "PF_INET6": V6,
    "SOCK_STREAM": 1,
    "SOCK_DGRAM": 2,
    "IPPROTO_TCP": 6,
    "IPPROTO_UDP": 17,
    "SOL_SOCKET": 1,
    "SO_REUSEADDR": 2,
    "TCP_NODELAY": 1,
}


def _family(value: object) -> int:
    return {V4: 4, V6: 6}.get(value, 0) if isinstance(value, int) else 0


def _address_info(
    ruby: Interpreter, _self: object, host: object, service: object = None, *rest: object
) -> list[object]:
    """Return the addresses of a host, as Socket.getaddrinfo lists them."""
    from duckrow.machine.resolver import addresses_of

    ruby.host.machine("Socket.getaddrinfo")
    port = service if isinstance(service, int) else 0
    if isinstance(service, str):
        port = int(service) if service.isdigit() else _service(ruby, None, service)
    found = addresses_of(to_s(ruby, host), _family(rest[0] if rest else None))
    if not found:
        raise RubyError("SocketError", "getaddrinfo: Name or service not known")
    families = {4: ("AF_INET", V4), 6: ("AF_INET6", V6)}
    return [
        [families[version][0], port, address, address, families[version][1], 1, 6]
        for version, address in found
    ]


class AddressValue(TableValue):
    """Addrinfo: one address of this host."""

    __slots__ = ("address",)

    ruby_class_name = "Addrinfo"

    def __init__(self, address: str) -> None:
        self.address = address


def _asks(question: str) -> Callable[..., object]:
    def asked(_ruby: Interpreter, self: AddressValue) -> bool:
        return bool(getattr(ip_address(self.address), question))

    return asked


def _has_version(version: int) -> Callable[..., object]:
    return lambda _ruby, self: ip_address(self.address).version == version


def _is_private(_ruby: Interpreter, self: AddressValue) -> bool:
    here = ip_address(self.address)
    return here.version == 4 and any(here in ip_network(each) for each in _PRIVATE)


_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
AddressValue.ruby_methods = {
    "ip_address": lambda _ruby, self: self.address,
    "inspect_sockaddr": lambda _ruby, self: self.address,
    "ip?": lambda _ruby, _self: True,
    "ipv4?": _has_version(4),
    "ipv6?": _has_version(6),
    "ipv4_private?": _is_private,
    "ipv4_loopback?": lambda _ruby, self: (
        ip_address(self.address).version == 4 and ip_address(self.address).is_loopback
    ),
    "ipv6_loopback?": lambda _ruby, self: (
        ip_address(self.address).version == 6 and ip_address(self.address).is_loopback
    ),
    "ipv6_linklocal?": lambda _ruby, self: (
        ip_address(self.address).version == 6 and ip_address(self.address).is_link_local
    ),
    "ipv4_multicast?": _asks("is_multicast"),
}


def _own_addresses(ruby: Interpreter, _self: object) -> list[object]:
    """Return the addresses of this host, as Socket.ip_address_list does."""
    from duckrow.machine.netlink import INET, INET6, read_links

    ruby.host.machine("Socket.ip_address_list")
    found = [each for link in read_links() for each in link.addresses]
    ordered = sorted(found, key=lambda each: each.family != INET)
    return [
        AddressValue(str(ip_address(each.packed)))
        for each in ordered
        if each.family in (INET, INET6)
    ]


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
        singleton={
            "gethostname": _host_name,
            "getservbyname": _service,
            "getaddrinfo": _address_info,
            "ip_address_list": _own_addresses,
            "tcp": _open,
        },
    )
    resolv = RubyModule("Resolv", object_, methods=_RESOLV, singleton=_RESOLV)
    resolv.singleton["new"] = lambda _ruby, self, *_: RubyObject(self)
    return {
        **make_addresses(ruby),
        "Socket": socket,
        **{f"Socket::{name}": number for name, number in _NUMBERS.items()},
        "TCPSocket": tcp,
        "SocketError": RubyModule("SocketError", standard),
        "Resolv": resolv,
        **_make_dns(ruby, resolv),
        "Resolv::IPv4": RubyModule("Resolv::IPv4", object_),
        "Resolv::IPv4::Regex": regexp(_IPV4),
        "Resolv::IPv6": RubyModule("Resolv::IPv6", object_),
        "Resolv::IPv6::Regex": regexp(_IPV6),
        "Resolv::ResolvError": RubyModule("Resolv::ResolvError", standard),
        "Resolv::ResolvTimeout": RubyModule("Resolv::ResolvTimeout", standard),
    }
