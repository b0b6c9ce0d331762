"""Tell whether the node has an interface, or one with an address or network."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import no_method
from duckrow.puppet.functions.platform_compare import is_equal
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.functions.stdlib.variable_lookup import look_up
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.runtime.variables import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def has_interface_with(scope: Scope, arguments: list[Any]) -> bool:
    """Tell whether an interface has some property, or exists if only its name is given."""
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


FUNCTION = LegacyFunction("has_interface_with", has_interface_with)
