"""The is_* functions that check names and addresses."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.module_files import is_absolute
from duckrow.puppet.functions.helpers.ruby_errors import expect_text
from duckrow.puppet.functions.stdlib.helpers.addresses import parse_address
from duckrow.puppet.functions.stdlib.helpers.deprecated_call import use_match
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.default import DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


_LAST = re.compile(r"(?m)\.[A-Za-z]+$").search
_LABEL = re.compile(r"(?mi)^[a-z0-9-]+$").search
_LONGEST = 255
_LONGEST_LABEL = 63


def is_domain_name(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a string is a valid domain name."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_domain_name(): Wrong number of arguments given {len(arguments)} for 1"
        )
    name = arguments[0]
    if type(name) is not str:
        return False
    if name == ".":
        return True
    name = name.removesuffix(".")
    if not name or len(name) > _LONGEST or ("." in name and not _LAST(name)):
        return False
    return all(map(_is_label, name.rstrip(".").split(".")))


def _is_label(label: str) -> bool:
    return (
        1 <= len(label) <= _LONGEST_LABEL
        and "-" not in (label[0], label[-1])
        and _LABEL(label) is not None
    )


IS_DOMAIN_NAME = LegacyFunction("is_domain_name", is_domain_name)

# Before the @ any character may follow a word character. Linear in time.
_IS_EMAIL_ADDRESS_ADDRESS = re.compile(
    r"[A-Za-z0-9_+-](?:[A-Za-z0-9_+-]|(?<=[A-Za-z0-9_+-])[^A-Za-z0-9_+\-\n])*"
    r"@[a-z0-9-]+(?:\.[a-z]+)+"
)


def is_email_address(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a string is a valid e-mail address."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_email_address(): Wrong number of arguments given {len(arguments)} for 1"
        )
    value = arguments[0]
    return type(value) is str and _IS_EMAIL_ADDRESS_ADDRESS.fullmatch(value) is not None


IS_EMAIL_ADDRESS = LegacyFunction("is_email_address", is_email_address)


def _is_ip_address(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a string is an IP address."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_ip_address(): Wrong number of arguments given {len(arguments)} for 1"
        )
    value = arguments[0]
    return type(value) is str and parse_address(value) is not None


LEGACY_IS_IP_ADDRESS = LegacyFunction("is_ip_address", _is_ip_address)
IS_IP_ADDRESS = use_match(LEGACY_IS_IP_ADDRESS, "Stdlib::Compat::Ip_address")


def _is_ipv4_address(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a string is an IPv4 address."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_ipv4_address(): Wrong number of arguments given {len(arguments)} for 1"
        )
    return is_version_4(arguments[0])


def is_version_4(value: object) -> bool:
    """Return whether a value is a string with such an address."""
    address = parse_address(value) if type(value) is str else None
    return address is not None and ":" not in address


LEGACY_IS_IPV4_ADDRESS = LegacyFunction("is_ipv4_address", _is_ipv4_address)
IS_IPV4_ADDRESS = use_match(LEGACY_IS_IPV4_ADDRESS, "Stdlib::Compat::Ipv4")


def _is_ipv6_address(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a string is an IPv6 address."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_ipv6_address(): Wrong number of arguments given {len(arguments)} for 1"
        )
    return is_version_6(arguments[0])


def is_version_6(value: object) -> bool:
    """Return whether a value is a string with such an address."""
    address = parse_address(value) if type(value) is str else None
    return address is not None and ":" in address


LEGACY_IS_IPV6_ADDRESS = LegacyFunction("is_ipv6_address", _is_ipv6_address)

# Puppet counts this warning together with the one about IPv4.
IS_IPV6_ADDRESS = use_match(LEGACY_IS_IPV6_ADDRESS, "Stdlib::Compat::Ipv6", key="is_ipv4_address")

_IS_MAC_ADDRESS_ADDRESS = re.compile(
    r"(?mi)^[a-f0-9]{1,2}(?::[a-f0-9]{1,2}){5}(?:(?::[a-f0-9]{1,2}){14})?$"
).search


def _is_mac_address(_scope: Scope, arguments: list[object]) -> bool:
    """Return whether a string is a MAC address."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_mac_address(): Wrong number of arguments given {len(arguments)} for 1"
        )
    value = arguments[0]
    if value is None or value is DEFAULT:
        return False
    return _IS_MAC_ADDRESS_ADDRESS(expect_text(value)) is not None


IS_MAC_ADDRESS = LegacyFunction("is_mac_address", _is_mac_address)

_WINDOWS = re.compile(
    r"(?mi)^(?:[A-Z]:[\\/]|[\\/][\\/][^\\/]+[\\/][^\\/]+|[\\/][\\/]\?[\\/][^\\/]+)"
)


def is_absolute_path(scope: Scope, arguments: list[object]) -> bool:
    """Return whether a path is absolute on Unix or Windows."""
    path = arguments[0]
    if is_absolute(scope, path):
        return True
    if type(path) is not str:
        return is_absolute(scope, path)  # checked for each system, so there are two warnings
    return _WINDOWS.search(path) is not None


LEGACY_IS_ABSOLUTE_PATH = LegacyFunction("is_absolute_path", is_absolute_path, arity=1)
IS_ABSOLUTE_PATH = use_match(LEGACY_IS_ABSOLUTE_PATH, "Stdlib::Compat::Absolute_Path")
