"""Tell whether the catalog, or the class or define whose body this is, has all of some tags."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _tagged(scope: Scope, arguments: list[Any]) -> bool:
    from duckrow.puppet.catalog.tags import own_tags

    in_catalog, own = scope.build.catalog.tags, own_tags(scope.resource)
    names = (to_text(value).lower() for value in arguments)
    return all(name in in_catalog or name in own for name in names)


FUNCTION = LegacyFunction("tagged", _tagged, arity=-2)
