"""The validate_* functions for paths, names and addresses."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_text import inspect
from duckrow.puppet.functions.stdlib.helpers.addresses import parse_address
from duckrow.puppet.functions.stdlib.helpers.deprecated_call import use_validate_legacy
from duckrow.puppet.functions.stdlib.types.is_address import (
    IS_EMAIL_ADDRESS,
    is_absolute_path,
    is_domain_name,
)
from duckrow.puppet.functions.stdlib.validate.values import each_checked, texts_checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _error_message(scope: Scope, value: object) -> str | None:
    for path in value if type(value) is list else [value]:
        if not is_absolute_path(scope, [path]):
            return f"{inspect(path)} is not an absolute path."
    return None


# Fail if a value is not an absolute path on Unix or Windows.
LEGACY_VALIDATE_ABSOLUTE_PATH = each_checked("validate_absolute_path", _error_message)

VALIDATE_ABSOLUTE_PATH = use_validate_legacy(
    LEGACY_VALIDATE_ABSOLUTE_PATH, "Stdlib::Compat::Absolute_Path"
)


def _is_name(scope: Scope, text: str) -> bool:
    return is_domain_name(scope, [text])


# Fail if a value is not a valid domain name.
VALIDATE_DOMAIN_NAME = texts_checked(
    "validate_domain_name", _is_name, "a syntactically correct domain name"
)


def _validate_email_address_is_address(scope: Scope, text: str) -> bool:
    return bool(IS_EMAIL_ADDRESS.run(scope, [text]))


# Fail if a value is not a valid e-mail address.
VALIDATE_EMAIL_ADDRESS = texts_checked(
    "validate_email_address", _validate_email_address_is_address, "a valid email address"
)


def _validate_ip_address_is_address(_scope: Scope, text: str) -> bool:
    address = parse_address(text)
    return address is not None


# Fail if a value is not an IP address.
LEGACY_VALIDATE_IP_ADDRESS = texts_checked(
    "validate_ip_address", _validate_ip_address_is_address, "a valid IP address."
)

VALIDATE_IP_ADDRESS = use_validate_legacy(LEGACY_VALIDATE_IP_ADDRESS, "Stdlib::Compat::Ip_Address")


def _validate_ipv4_address_is_address(_scope: Scope, text: str) -> bool:
    address = parse_address(text)
    return address is not None and ":" not in address


# Fail if a value is not an IPv4 address.
LEGACY_VALIDATE_IPV4_ADDRESS = texts_checked(
    "validate_ipv4_address", _validate_ipv4_address_is_address, "a valid IPv4 address."
)

VALIDATE_IPV4_ADDRESS = use_validate_legacy(
    LEGACY_VALIDATE_IPV4_ADDRESS, "Stdlib::Compat::Ipv4_Address"
)


def _validate_ipv6_address_is_address(_scope: Scope, text: str) -> bool:
    address = parse_address(text)
    return address is not None and ":" in address


# Fail if a value is not an IPv6 address.
LEGACY_VALIDATE_IPV6_ADDRESS = texts_checked(
    "validate_ipv6_address", _validate_ipv6_address_is_address, "a valid IPv6 address."
)

VALIDATE_IPV6_ADDRESS = use_validate_legacy(
    LEGACY_VALIDATE_IPV6_ADDRESS, "Stdlib::Compat::Ipv6_address"
)
