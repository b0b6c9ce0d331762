"""Tag the class or define whose body this is, and so everything in it."""

from __future__ import annotations

from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _tag(scope: Scope, arguments: list[Any]) -> None:
    from duckrow.puppet.catalog.tags import add_tags

    add_tags(scope.resource, arguments)


FUNCTION = LegacyFunction("tag", _tag, arity=-2, is_statement=True)
