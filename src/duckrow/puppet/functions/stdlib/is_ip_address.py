"""Tell whether a text is an address of the Internet Protocol."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.addresses import parse_address
from duckrow.puppet.functions.stdlib.deprecated_call import use_match
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _is_ip_address(_scope: Scope, arguments: list[Any]) -> bool:
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_ip_address(): Wrong number of arguments given {len(arguments)} for 1"
        )
    value = arguments[0]
    return type(value) is str and parse_address(value) is not None


LEGACY = LegacyFunction("is_ip_address", _is_ip_address)
FUNCTION = use_match(LEGACY, "Stdlib::Compat::Ip_address")
