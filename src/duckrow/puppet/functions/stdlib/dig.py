"""Give what lies along a path, as Ruby code asks for it; dig44 by another name."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.autoload import autoload
from duckrow.puppet.functions.stdlib.dig44 import dig44
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


_DEPRECATED = (
    "dig() DEPRECATED: This function has been replaced in Puppet 4.5.0, please use dig44() for "
    "backwards compatibility or use the new version."
)


def dig(scope: Scope, arguments: list[Any]) -> Any:
    """Warn, and follow the path."""
    scope.build.log("warning", _DEPRECATED, scope.label)
    autoload(scope, "dig44")
    return dig44(scope, arguments)


FUNCTION = LegacyFunction("dig", dig)
