"""The match of the last regular expression in the body of a class, define or node."""

from __future__ import annotations

from duckrow.puppet.runtime.matching import match_of_option
from duckrow.puppet.runtime.strings import unfold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.matching import Match
    from duckrow.puppet.runtime.scope import Scope


def keep_match(scope: Scope, found: Any) -> bool:
    """Tell whether something matched, and keep the match of a regular expression."""
    if found is None:
        return False
    if found is not True:
        scope.match = found
    return True


def put_match_back(scope: Scope, match: Any) -> None:
    """Forget the matches of a condition that is over."""
    scope.match = match


def matches_any_option(value: Any, options: Any) -> bool:
    """Tell whether a value matches one of the options that a splat stands for."""
    return match_of_any_option(value, options) is not None


def match_of_any_option(value: Any, options: Any) -> Match:
    """Tell whether a value matches one of the options of a splat, with what matched."""
    for option in unfold(options):
        found = match_of_option(value, option)
        if found is not None:
            return found
    return None
