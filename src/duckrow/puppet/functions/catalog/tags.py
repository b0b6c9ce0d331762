"""tag(names...) and tagged(names...): add tags and ask for them."""

from __future__ import annotations

from duckrow.puppet.catalog.tags import add_tags, own_tags
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _tag(scope: Scope, arguments: list[object]) -> None:
    """Add tags to the enclosing class or define and to everything in it."""
    add_tags(
        scope.resource, [to_text(value) for value in flattened(arguments) if value is not None]
    )


TAG = LegacyFunction("tag", _tag, arity=-2, is_statement=True)


def _tagged(scope: Scope, arguments: list[object]) -> bool:
    """Return whether the catalog or the enclosing class or define has all the tags."""
    in_catalog, own = scope.build.catalog.tags, own_tags(scope.resource)
    for value in arguments:
        name = to_text(value).lower()
        if name not in in_catalog and name not in own:
            return False
    return True


TAGGED = LegacyFunction("tagged", _tagged, arity=-2)
