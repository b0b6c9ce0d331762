"""IPAddr."""

from __future__ import annotations

import ipaddress
import re

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes, to_int
from duckrow.ruby.core.objects import comparable
from duckrow.ruby.core.objects.heirs import Heir, new_heir
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError, wrong_count
from duckrow.ruby.values.kinds import Proc, Range, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

V4, V6 = 2, 10  # the numbers of the families, as Linux has them
_DOTTED = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+")


class Address(TableValue):
    """An address with a mask; bits that the mask leaves out are zero."""

    __slots__ = ("family", "mask", "number", "zone")

    ruby_class_name = "IPAddr"

    def __init__(self, number: int, family: int, mask: int | None = None, zone: str = "") -> None:
        self.number = number
        self.family = family
        self.mask = _all_ones(family) if mask is None else mask
        self.zone = zone

    def key_identity(self) -> object:
        return ("address", self.number, self.family, self.mask)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Address) and (self.number, self.family) == (
            other.number,
            other.family,
        )

    __hash__ = None  # type: ignore[assignment]


def _bits(family: int) -> int:
    return 32 if family == V4 else 128


def _all_ones(family: int) -> int:
    return (1 << _bits(family)) - 1


def _invalid(text: str = "invalid address: ") -> RubyError:
    return RubyError("IPAddr::InvalidAddressError", text)


def parse(ruby: Interpreter, text: object, family: int = 0) -> Address:
    """Read 10.0.0.1, 10.0.0.0/8, 10.0.0.0/255.0.0.0, ::1/64, [::1], fe80::1%eth0."""
    if not isinstance(text, str):
        if family in (V4, V6):
            return Address(to_int(ruby, text), family)
        raise RubyError(
            "IPAddr::AddressFamilyError",
            f"unsupported address family: {family}"
            if family
            else "address family must be specified",
        )
    address, slash, length = text.partition("/")
    if address.startswith("[") and address.endswith("]"):
        address, family = address[1:-1], V6
    zone = ""
    if "%" in address and address.rpartition("%")[2].replace("_", "a").isalnum():
        address, _, name = address.rpartition("%")
        zone, family = f"%{name}", V6
    number, kind = _number(address, family)
    if family and family != kind:
        raise RubyError("IPAddr::AddressFamilyError", "address family mismatch")
    made = Address(number, kind, None, zone)
    return masked(ruby, made, length) if slash else made


def _number(address: str, family: int) -> tuple[int, int]:
    """Return the number of an address and its family."""
    if family != V6 and _DOTTED.fullmatch(address):
        return _dotted(address), V4
    if family == V4:
        raise RubyError("IPAddr::AddressFamilyError", "address family mismatch")
    try:
        if "%" in address:
            raise ValueError
        return int(ipaddress.IPv6Address(address)), V6
    except ValueError:
        raise _invalid() from None


def _dotted(address: str) -> int:
    number = 0
    for part in address.split("."):
        if int(part) > 255:
            raise _invalid()
        if len(part) > 1 and part[0] == "0":
            raise _invalid("zero-filled number in IPv4 address is ambiguous: ")
        number = number << 8 | int(part)
    return number


def masked(ruby: Interpreter, address: Address, length: object) -> Address:
    """Return the network of an address: by the length of its prefix, or by a mask."""
    family, bits = address.family, _bits(address.family)
    if type(length) is str and not (length.isdecimal() and length.isascii()):
        found = parse(ruby, length)
        if found.family != family:
            raise _wrong_prefix(f"address family is not same: {address.number}")
        mask = found.number
        flipped = mask ^ found.mask
        if flipped & (flipped + 1):
            raise _wrong_prefix(f"invalid mask {length}: {address.number}")
        return Address(address.number & mask, family, mask, address.zone)
    if type(length) is str and len(length) > 1 and length[0] == "0":
        raise _wrong_prefix("leading zeros in prefix")
    size = int(length) if type(length) is str else to_int(ruby, length)
    if not 0 <= size <= bits:
        raise _wrong_prefix(f"invalid length: {address.number}")
    mask = _all_ones(family) ^ ((1 << (bits - size)) - 1)
    return Address(address.number & mask, family, mask, address.zone)


def _wrong_prefix(text: str) -> RubyError:
    return RubyError("IPAddr::InvalidPrefixError", text)


def _text(_ruby: Interpreter, self: Address) -> str:
    if self.family == V4:
        return str(ipaddress.IPv4Address(self.number))
    high = self.number >> 32
    if self.number > 0xFFFF and high in (0, 0xFFFF):
        dotted = ipaddress.IPv4Address(self.number & 0xFFFFFFFF)
        return f"::{'ffff:' if high else ''}{dotted}{self.zone}"
    if self.zone and self.number == 0:
        return f"::0{self.zone}"
    return _shortened(self.number) + self.zone


def _groups(number: int) -> list[str]:
    return [f"{(number >> (112 - 16 * at)) & 0xFFFF:x}" for at in range(8)]


def _shortened(number: int) -> str:
    """Write the longest run of zeros, the first of equal ones, as two colons."""
    groups = _groups(number)
    best, length = 0, 0
    at = 0
    while at < 8:
        end = at
        while end < 8 and groups[end] == "0":
            end += 1
        if end - at > length:
            best, length = at, end - at
        at = end + 1
    if length < 2:
        return ":".join(groups)
    return ":".join(groups[:best]) + "::" + ":".join(groups[best + length :])


def _full_text(_ruby: Interpreter, self: Address) -> str:
    if self.family == V4:
        return str(ipaddress.IPv4Address(self.number))
    return ":".join(group.rjust(4, "0") for group in _groups(self.number)) + self.zone


def _mask_text(ruby: Interpreter, self: Address) -> str:
    return _full_text(ruby, Address(self.mask, self.family))


def _inspect(ruby: Interpreter, self: Address) -> str:
    kind = "IPv4" if self.family == V4 else "IPv6"
    return f"#<IPAddr: {kind}:{_full_text(ruby, self)}/{_mask_text(ruby, self)}>"


def prefix(_ruby: Interpreter, self: Address) -> int:
    return self.mask.bit_count()


def _other(ruby: Interpreter, value: object, family: int = 0) -> Address:
    if type(value) is Address:
        return value
    return Address(value, family) if type(value) is int else parse(ruby, to_s(ruby, value))


def _ends(_ruby: Interpreter, self: Address) -> tuple[int, int]:
    return self.number & self.mask, self.number | (_all_ones(self.family) ^ self.mask)


def _includes(ruby: Interpreter, self: Address, value: object) -> bool:
    other = _other(ruby, value, self.family)
    if other.family != self.family:
        return False
    low, high = _ends(ruby, self)
    other_low, other_high = _ends(ruby, other)
    return low <= other_low and other_high <= high


def _to_range(ruby: Interpreter, self: Address) -> Range:
    low, high = _ends(ruby, self)
    return Range(Address(low, self.family), Address(high, self.family))


def _compare(ruby: Interpreter, self: Address, value: object) -> int | None:
    try:
        other = _other(ruby, value, self.family)
    except RubyError:
        return None
    if other.family != self.family:
        return None
    return int(self.number > other.number) - int(self.number < other.number)


def _equal(ruby: Interpreter, self: Address, value: object) -> bool:
    try:
        other = _other(ruby, value, self.family)
    except RubyError:
        return False
    return self.family == other.family and self.number == other.number


def _moved(_ruby: Interpreter, self: Address, step: int) -> Address:
    number = self.number + step
    if not 0 <= number <= _all_ones(self.family):
        raise RubyError("IPAddr::InvalidAddressError", f"invalid address: {self.number}")
    return Address(number, self.family, self.mask, self.zone)


def _combined(_ruby: Interpreter, self: Address, number: int) -> Address:
    return Address(number & _all_ones(self.family), self.family, self.mask, self.zone)


def _united(ruby: Interpreter, self: Address, value: object) -> Address:
    number = self.number | _number_of(ruby, value, self.family)
    if number > _all_ones(self.family):
        raise _invalid(f"invalid address: {self.number}")
    return _combined(ruby, self, number)


def _number_of(ruby: Interpreter, value: object, family: int) -> int:
    return _other(ruby, value, family).number


def _reverse(ruby: Interpreter, self: Address) -> str:
    if self.family == V4:
        return ".".join(reversed(_full_text(ruby, self).split("."))) + ".in-addr.arpa"
    return ".".join(reversed(f"{self.number:032x}")) + ".ip6.arpa"


def _in(ruby: Interpreter, self: Address, *networks: str) -> bool:
    return any(_includes(ruby, parse(ruby, each), self) for each in networks)


def _mapped(_ruby: Interpreter, self: Address) -> Address:
    return Address(self.number | 0xFFFF00000000, V6) if self.family == V4 else self


def _native(_ruby: Interpreter, self: Address) -> Address:
    if self.family == V6 and self.number >> 32 in (0, 0xFFFF) and self.number > 1:
        return Address(self.number & 0xFFFFFFFF, V4)
    return self


def _packed(_ruby: Interpreter, self: Address) -> str:
    return from_bytes(self.number.to_bytes(_bits(self.family) // 8, "big"))


METHODS: dict[str, Callable[..., object]] = {
    **comparable.METHODS,
    "to_s": _text,
    "to_string": _full_text,
    "inspect": _inspect,
    "to_i": lambda _ruby, self: self.number,
    "to_range": _to_range,
    "family": lambda _ruby, self: self.family,
    "ipv4?": lambda _ruby, self: self.family == V4,
    "ipv6?": lambda _ruby, self: self.family == V6,
    "prefix": prefix,
    "netmask": _mask_text,
    "mask": masked,
    "_to_string": lambda ruby, self, number: _text(
        ruby, Address(to_int(ruby, number) & _all_ones(self.family), self.family)
    ),
    "include?": _includes,
    "===": _includes,
    "<=>": _compare,
    "==": _equal,
    "eql?": lambda ruby, self, other: type(other) is Address and _equal(ruby, self, other),
    "succ": lambda ruby, self: _moved(ruby, self, 1),
    "+": lambda ruby, self, step: _moved(ruby, self, to_int(ruby, step)),
    "-": lambda ruby, self, step: _moved(ruby, self, -to_int(ruby, step)),
    "&": lambda ruby, self, value: _combined(
        ruby, self, self.number & _number_of(ruby, value, self.family)
    ),
    "|": _united,
    "<<": lambda ruby, self, count: _combined(ruby, self, self.number << to_int(ruby, count)),
    ">>": lambda ruby, self, count: _combined(ruby, self, self.number >> to_int(ruby, count)),
    "~": lambda ruby, self: _combined(ruby, self, ~self.number),
    "reverse": _reverse,
    "ip6_arpa": _reverse,
    "hton": _packed,
    "native": _native,
    "ipv4_mapped": _mapped,
    "ipv4_mapped?": lambda _ruby, self: self.family == V6 and self.number >> 32 == 0xFFFF,
    "loopback?": lambda ruby, self: _in(ruby, self, "127.0.0.0/8" if self.family == V4 else "::1"),
    "private?": lambda ruby, self: (
        _in(ruby, self, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
        if self.family == V4
        else _in(ruby, self, "fc00::/7")
    ),
    "link_local?": lambda ruby, self: _in(
        ruby, self, "169.254.0.0/16" if self.family == V4 else "fe80::/10"
    ),
}
Address.ruby_methods = METHODS


class AddressHeir(Heir, Address):  # type: ignore[override]
    """An address of a class that inherits from IPAddr."""

    def __init__(self, class_: RubyModule) -> None:
        Address.__init__(self, 0, V6)
        self.class_ = class_
        self.variables = {}

    def ruby_initialize(self, ruby: Interpreter, text: object = "::", family: int = 0) -> None:
        made = parse(ruby, text, family)
        self.number, self.family, self.mask, self.zone = (
            made.number,
            made.family,
            made.mask,
            made.zone,
        )
        self.variables |= {"addr": made.number, "family": made.family, "mask_addr": made.mask}


def _new(ruby: Interpreter, self: RubyModule, *given: Any, block: Proc | None = None) -> object:
    if self.name != "IPAddr":
        return new_heir(ruby, AddressHeir(self), given, block)
    if len(given) > 2:
        raise wrong_count(len(given), "0..2")
    return parse(ruby, *given) if given else parse(ruby, "::")


def _unpacked(ruby: Interpreter, _self: RubyModule, data: object) -> Address:
    raw = to_bytes(to_s(ruby, data))
    return Address(int.from_bytes(raw, "big"), V4 if len(raw) == 4 else V6)


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class

    class_ = RubyModule(
        "IPAddr", known_class(ruby, "Object"), singleton={"new": _new, "new_ntoh": _unpacked}
    )
    class_.includes.append(_comparable(ruby))
    return {
        "IPAddr": class_,
        "IPAddr::InvalidPrefixError": RubyModule(
            "IPAddr::InvalidPrefixError", known_class(ruby, "IPAddr::InvalidAddressError")
        ),
        "IPAddr::IN4MASK": _all_ones(V4),
        "IPAddr::IN6MASK": _all_ones(V6),
        "Socket::AF_INET": V4,
        "Socket::AF_INET6": V6,
        "Socket::AF_UNSPEC": 0,
    }


def _comparable(ruby: Interpreter) -> RubyModule:
    from duckrow.ruby.constants import known_module

    return known_module(ruby, "Comparable")
