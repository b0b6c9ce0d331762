"""Parse and normalize IP addresses as Ruby's IPAddr does."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address

_BITS = {4: 32, 6: 128}


def parse_address(text: str) -> str | None:
    """Return an address in canonical form, or None; /PREFIX or /MASK gives the network.

    An IPv6 address may be in brackets or have a zone. Only IPv6 addresses contain colons.
    """
    address, slash, mask = text.partition("/")
    is_version_6, zone = False, ""
    if match := re.fullmatch(r"(?s)\[(.*)\]", address):
        address, is_version_6 = match[1], True
    if match := re.fullmatch(r"(.*)(%[0-9A-Za-z_]+)", address):
        address, zone, is_version_6 = match[1], match[2], True
    found = _read(address)
    if found is None or (is_version_6 and found.version == 4):
        return None
    number = int(found)
    if slash:
        netmask = _mask(mask, found.version)
        if netmask is None:
            return None
        number &= netmask
    if found.version == 4:
        return str(IPv4Address(number))
    return _spelled(IPv6Address(number)) + zone


def _read(text: str) -> IPv4Address | IPv6Address | None:
    if "%" in text:
        return None
    try:
        return ip_address(text)
    except ValueError:
        return None


def _mask(text: str, version: int) -> int | None:
    """Parse the text after the slash: a prefix length or a netmask."""
    bits = _BITS[version]
    full = (1 << bits) - 1
    if re.fullmatch(r"0|[1-9][0-9]*", text):
        return None if int(text) > bits else full >> (bits - int(text)) << (bits - int(text))
    found = _read(text)
    if found is None or found.version != version:
        return None
    rest = int(found) ^ full
    return None if rest & (rest + 1) else int(found)


def _spelled(address: IPv6Address) -> str:
    text = address.compressed
    match = re.fullmatch(r"::(ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})", text)
    if match is None:
        return text
    return f"::{match[1] or ''}{IPv4Address(int(match[2], 16) << 16 | int(match[3], 16))}"
