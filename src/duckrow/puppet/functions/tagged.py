"""Tell whether the catalog, or the class or define whose body this is, has all of some tags."""

from __future__ import annotations

from duckrow.puppet.catalog.tags import own_tags
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _tagged(scope: Scope, arguments: list[Any]) -> bool:
    in_catalog, own = scope.build.catalog.tags, own_tags(scope.resource)
    for value in arguments:
        name = to_text(value).lower()
        if name not in in_catalog and name not in own:
            return False
    return True


FUNCTION = LegacyFunction("tagged", _tagged, arity=-2)
