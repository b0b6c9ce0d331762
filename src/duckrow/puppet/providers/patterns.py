"""Regular expressions that a resource has as text."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp import RubyRegexp


def pattern_of(text: str) -> RubyRegexp:
    """Return the expression, or the complaint of its language."""
    from duckrow.regexp import PatternError, RubyRegexp

    try:
        return RubyRegexp(text)
    except PatternError as error:
        raise ProviderError(f"{error}: /{text}/") from None
