"""The match of the last regular expression in the body of a class, define or node."""

from __future__ import annotations

from duckrow.puppet.runtime.matching import match_of_option
from duckrow.puppet.runtime.strings import unfold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.matching import Match
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


def matches_any_option(value: object, options: object) -> bool:
    """Return whether a value matches one of the options in a splat."""
    return match_of_any_option(value, options) is not None


def match_of_any_option(value: object, options: object) -> Match:
    """Return whether a value matches one of the options of a splat, with what matched."""
    for option in unfold(options):
        found = match_of_option(value, option)
        if found is not None:
            return found
    return None
