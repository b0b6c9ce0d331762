"""Name the type of a value in the words of Puppet 3; the older name."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.autoload import autoload
from duckrow.puppet.functions.stdlib.type3x import type3x
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_WARNING = (
    "type() DEPRECATED: This function will cease to function on Puppet 4; please use type3x() "
    "before upgrading to puppet 4 for backwards-compatibility, or migrate to the new parser's "
    "typing system."
)


def _type(scope: Scope, arguments: list[Any]) -> str:
    scope.build.log("warning", _WARNING, scope.label)
    autoload(scope, "type3x")
    return type3x(scope, arguments)


FUNCTION = LegacyFunction("type", _type)
