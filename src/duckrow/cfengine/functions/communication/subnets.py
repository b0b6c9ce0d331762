"""iprange and isipinsubnet: addresses in a range.

A range is 10.0.0.0/8, 192.168.1.10-20, or the beginning of addresses.
"""

from __future__ import annotations

import re
from socket import AF_INET, AF_INET6, inet_pton

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.variables.names import read_name
from duckrow.cfengine.values.numbers import saturated
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


_DECIMAL = re.compile(r"\s*([+-]?\d+)", re.ASCII)
_HEXADECIMAL = re.compile(r"\s*([+-]?(?:0[xX])?[0-9a-fA-F]+)")
_MASK = re.compile(r"([^/]{1,40})/\s*(\d+)", re.ASCII)


def is_within(context: Context, wanted: str, address: str) -> bool:
    """Return whether an address is in a range, reading both as leniently as cf-agent does."""
    if wanted == address:
        return True
    has_mask, has_range = "/" in wanted, "-" in wanted
    is_v4 = "." in wanted or "." in address
    is_v6 = ":" in wanted or ":" in address
    if is_v4 and is_v6:
        return False
    if has_mask and has_range:
        context.log.error(f"Cannot mix CIDR notation with xxx-yyy range notation '{wanted}'")
        return False
    if not (is_v4 or is_v6):
        context.log.error(f"Not a valid address range - or not a fully qualified name '{wanted}'")
        return False
    if not (has_mask or has_range):
        rest = address[len(wanted) :]
        return address.startswith(wanted) and (not rest or rest.startswith("."))
    if has_mask:
        return _is_below(context, wanted, address, is_v4=is_v4)
    return _in_ranges(wanted, address, is_v4=is_v4)


def _is_below(context: Context, wanted: str, address: str, *, is_v4: bool) -> bool:
    name, bits = ("IPv4", 32) if is_v4 else ("IPv6", 128)
    match = _MASK.match(wanted)
    if match is None or saturated(match[2]) > bits:
        context.log.error(f"Invalid {name} CIDR: {wanted}")
        return False
    mask = saturated(match[2])
    if is_v4 and mask == 0:
        return True
    if not is_v4 and mask % 8:
        context.log.error("Cannot handle ipv6 masks which are not 8 bit multiples (fix me)")
        return False
    shift = bits - mask
    first, second = (_number(text, is_v4=is_v4) for text in (match[1], address))
    if first is None or second is None:
        return False
    return first >> shift == second >> shift


def _number(address: str, *, is_v4: bool) -> int | None:
    try:
        return int.from_bytes(inet_pton(AF_INET if is_v4 else AF_INET6, address), "big")
    except (OSError, ValueError):
        # An invalid IPv6 address counts as all zeros.
        return None if is_v4 else 0


def _in_ranges(wanted: str, address: str, *, is_v4: bool) -> bool:
    """Compare part by part; ranges include their end, and in IPv6 exclude their start."""
    separator = "." if is_v4 else ":"
    theirs = address.split(separator)
    for place, part in enumerate(wanted.split(separator)[: 4 if is_v4 else 8]):
        other = theirs[min(place, len(theirs) - 1)]
        if is_v4 and not part:
            break
        if "-" in part:
            low, high = (_read(text, is_v4=is_v4) for text in part.split("-", 1))
            found = _read(other, is_v4=is_v4)
            if low < 0 or high < 0 or not low <= found <= high or (not is_v4 and low == found):
                return False
        elif _read(part, is_v4=True) != _read(other, is_v4=True):
            return False
    return True


def _read(text: str, *, is_v4: bool) -> int:
    match = (_DECIMAL if is_v4 else _HEXADECIMAL).match(text)
    if match is None:
        return -1
    return saturated(match[1]) if is_v4 else int(match[1], 16)


def iprange(context: Context, arguments: list[str]) -> bool:
    """Return whether an address of this host is in a range."""
    if not arguments:
        raise FunctionFailed
    # Read directly: while a list is iterated, the context holds a single address.
    found = context.agent_variables.get("sys", read_name("sys.ip_addresses"))
    if found is None:
        return False
    interfaces = {canonify(name) for name in arguments[1:]}
    return any(
        is_within(context, arguments[0], address)
        and (not interfaces or _interface(context, address) in interfaces)
        for address in found.value
    )


def _interface(context: Context, address: str) -> str:
    found = context.variable(f"sys.ip2iface[{address}]")
    return "" if found is None else canonify(str(found.value))


def isipinsubnet(context: Context, arguments: list[str]) -> bool:
    """Return whether one of the addresses is in a range."""
    if not arguments:
        raise FunctionFailed
    return any(is_within(context, arguments[0], address) for address in arguments[1:])
