"""How the addresses and host names of rules match those of a client.

An address of a rule is one address, its first octets, a network such as 10.0.0.0/8, or ranges for
octets such as 10.0.0.1-9. IPv6 has networks of whole octets and ranges too.
"""

from __future__ import annotations

from socket import AF_INET, AF_INET6, inet_pton

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_REGEX_LETTERS = frozenset("\\[](){}*+?|^$")


def address_matches(rule: str, address: str) -> bool:
    """Return whether an address is in what a rule describes."""
    if rule == address:
        return True
    is_v4 = "." in rule or "." in address
    is_v6 = ":" in rule or ":" in address
    if is_v4 == is_v6:
        return False
    if "/" in rule:
        return "-" not in rule and _in_network(rule, address, AF_INET if is_v4 else AF_INET6)
    if "-" in rule:
        if is_v4:
            return _in_ranges(rule.split("."), address.split("."), 10)
        return _in_ranges(_groups(rule), _groups(address), 16)
    # Whole octets only: 10.0.0.1 is no beginning of 10.0.0.12.
    return address.startswith(rule) and address[len(rule) : len(rule) + 1] in ("", ".")


def _in_network(rule: str, address: str, family: int) -> bool:
    text, _, digits = rule.partition("/")
    if not digits.isdecimal():
        return False
    bits = int(digits)
    if bits > (32 if family == AF_INET else 128) or (family == AF_INET6 and bits % 8):
        return False
    if bits == 0:
        return True
    try:
        network, found = inet_pton(family, text), inet_pton(family, address)
    except OSError:
        return False
    left = len(found) * 8 - bits
    return int.from_bytes(network, "big") >> left == int.from_bytes(found, "big") >> left


def _in_ranges(rule: list[str], address: list[str], base: int) -> bool:
    """Return whether each number is in its range; a rule of fewer numbers leaves the rest open."""
    while rule and not rule[-1]:
        rule = rule[:-1]  # 10.0. is as good as 10.0
    if not rule or len(rule) > len(address):
        return False
    for text, part in zip(rule, address, strict=False):
        low, dash, high = text.partition("-")
        try:
            number, first = int(part, base), int(low, base)
            last = int(high, base) if dash else first
        except ValueError:
            return False
        if not first <= number <= last:
            return False
    return True


def _groups(text: str) -> list[str]:
    """Return the groups of an IPv6 address or of ranges of them; `::` stands for zeros."""
    before, double, after = text.partition("::")
    left, right = before.split(":"), after.split(":")
    if not double:
        return left
    left, right = [each for each in left if each], [each for each in right if each]
    return [*left, *["0"] * (8 - len(left) - len(right)), *right]


def longest_suffix(names: Iterable[str], host: str) -> str | None:
    """Return the name itself, or the longest `.domain` that a host name ends with."""
    found = [
        each
        for each in names
        if each == host or (each.startswith(".") and host.endswith(each) and len(host) > len(each))
    ]
    return max(found, key=len) if found else None


def looks_like_regex(text: str) -> bool:
    """Return whether a text has a letter that only regular expressions have."""
    return not _REGEX_LETTERS.isdisjoint(text)
