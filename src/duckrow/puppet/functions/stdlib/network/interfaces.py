"""has_interface_with, has_ip_address and has_ip_network."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.functions.stdlib.helpers.autoload import autoload
from duckrow.puppet.functions.stdlib.helpers.variable_lookup import look_up
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.runtime.variables import find
from duckrow.ruby.values.compare import is_equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def has_interface_with(scope: Scope, arguments: list[object]) -> bool:
    """Return whether the node has a network interface with a property."""
    count = len(arguments)
    if count not in (1, 2):
        raise EvaluationError(
            f"has_interface_with(): Wrong number of arguments given ({count} for 1 or 2)"
        )
    listed = look_up(scope, "interfaces")
    if listed is None:
        return False
    if type(listed) is not str:
        raise no_method("split", listed)
    interfaces = listed.split(",")
    if count == 1:
        return arguments[0] in interfaces
    kind, value = arguments
    names = [to_text(kind), *(f"{to_text(kind)}_{name.lower()}" for name in interfaces)]
    return any(is_equal(find(scope, name), value) for name in names)


HAS_INTERFACE_WITH = LegacyFunction("has_interface_with", has_interface_with)


def _has_ip_address(scope: Scope, arguments: list[object]) -> bool:
    """Return whether an interface of the node has an address."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"has_ip_address(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    autoload(scope, "has_interface_with")
    return has_interface_with(scope, ["ipaddress", arguments[0]])


HAS_IP_ADDRESS = LegacyFunction("has_ip_address", _has_ip_address)


def _has_ip_network(scope: Scope, arguments: list[object]) -> bool:
    """Return whether an interface of the node is in a network."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"has_ip_network(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    autoload(scope, "has_interface_with")
    return has_interface_with(scope, ["network", arguments[0]])


HAS_IP_NETWORK = LegacyFunction("has_ip_network", _has_ip_network)
