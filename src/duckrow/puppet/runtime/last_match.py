"""The match of the last regular expression in the body of a class, define or node."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def keep_match(scope: Scope, found: object) -> bool:
    """Return whether something matched, and keep the match of a regular expression."""
    if found is None:
        return False
    if found is not True:
        scope.match = found
    return True


def put_match_back(scope: Scope, match: object) -> None:
    """Restore the match from before a condition."""
    scope.match = match
