"""Tell whether a text is an address of version 4 of the Internet Protocol."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.addresses import parse_address
from duckrow.puppet.functions.stdlib.deprecated_call import use_match
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _is_ipv4_address(_scope: Scope, arguments: list[Any]) -> bool:
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_ipv4_address(): Wrong number of arguments given {len(arguments)} for 1"
        )
    return is_version_4(arguments[0])


def is_version_4(value: Any) -> bool:
    """Tell whether a value is the text of such an address."""
    address = parse_address(value) if type(value) is str else None
    return address is not None and ":" not in address


LEGACY = LegacyFunction("is_ipv4_address", _is_ipv4_address)
FUNCTION = use_match(LEGACY, "Stdlib::Compat::Ipv4")
