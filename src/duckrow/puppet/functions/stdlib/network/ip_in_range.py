"""stdlib::ip_in_range(address, networks): return whether an address is in a network."""

from __future__ import annotations

import re
from ipaddress import ip_address

from duckrow.puppet.functions.stdlib.helpers.addresses import parse_address
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

    Range = tuple[int, int, int]  # version, first and last address

_ALL_BITS = {4: "255.255.255.255", 6: ":".join(["ffff"] * 8)}


def _ip_in_range(_scope: Scope, address: str, networks: object) -> bool:
    wanted = _range(address)
    return any(
        version == wanted[0] and first <= wanted[1] and wanted[2] <= last
        for version, first, last in map(_range, networks if type(networks) is list else [networks])
    )


def _range(value: object) -> Range:
    if type(value) is not str:
        raise EvaluationError("address family must be specified")
    address = parse_address(value)
    if address is None:
        raise EvaluationError(_error_message(value))
    first = ip_address(address)
    _, slash, mask = value.partition("/")
    # The network of an address with all bits set is the mask itself.
    bits = _ALL_BITS[first.version]
    network = parse_address(f"{bits}/{mask}" if slash else bits) or bits
    rest = int(ip_address(bits)) ^ int(ip_address(network))
    return first.version, int(first), int(first) | rest


def _error_message(text: str) -> str:
    address, _, mask = text.partition("/")
    known = parse_address(address)
    if known is not None and re.fullmatch(r"0[0-9]+", mask):
        return "leading zeros in prefix"
    if known is not None and mask:
        number = int(ip_address(known))
        if mask.isdigit():
            return f"invalid length: {number}"
        if parse_address(mask) is not None:
            return f"invalid mask {mask}: {number}"
    if re.fullmatch(r"[0-9]+(\.[0-9]+){3}", address):
        for part in address.split("."):
            if int(part) > 255:
                break
            if len(part) > 1 and part[0] == "0":
                return "zero-filled number in IPv4 address is ambiguous: "
    return "invalid address: "


IP_IN_RANGE = Function(
    "stdlib::ip_in_range",
    Form("String ipaddress", "Variant[String, Array] range", run=_ip_in_range, returns="Boolean"),
)
