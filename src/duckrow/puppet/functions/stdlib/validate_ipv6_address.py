"""Refuse what is no IPv6 address."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.addresses import parse_address
from duckrow.puppet.functions.stdlib.deprecated_call import use_validate_legacy
from duckrow.puppet.functions.stdlib.each_checked import texts_checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _is_address(_scope: Scope, text: str) -> bool:
    address = parse_address(text)
    return address is not None and ":" in address


LEGACY = texts_checked("validate_ipv6_address", _is_address, "a valid IPv6 address.")
FUNCTION = use_validate_legacy(LEGACY, "Stdlib::Compat::Ipv6_address")
