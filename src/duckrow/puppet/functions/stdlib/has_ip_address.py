"""Tell whether an interface of the node has an address."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.autoload import autoload
from duckrow.puppet.functions.stdlib.has_interface_with import has_interface_with
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _has_ip_address(scope: Scope, arguments: list[Any]) -> bool:
    if len(arguments) != 1:
        raise EvaluationError(
            f"has_ip_address(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    autoload(scope, "has_interface_with")
    return has_interface_with(scope, ["ipaddress", arguments[0]])


FUNCTION = LegacyFunction("has_ip_address", _has_ip_address)
