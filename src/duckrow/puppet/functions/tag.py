"""Tag the class or define whose body this is, and so everything in it."""

from __future__ import annotations

from duckrow.puppet.catalog.tags import add_tags
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.functions.shellquote import flat
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _tag(scope: Scope, arguments: list[Any]) -> None:
    add_tags(scope.resource, [to_text(value) for value in flat(arguments) if value is not None])


FUNCTION = LegacyFunction("tag", _tag, arity=-2, is_statement=True)
