"""Regular expressions that a resource has as text."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp import RubyRegexp


def pattern_of(text: str) -> RubyRegexp:
    """Return a compiled expression, or raise the error of the regexp parser."""
    from duckrow.regexp import PatternError, RubyRegexp

    try:
        return RubyRegexp(text)
    except PatternError as error:
        raise ProviderError(f"{error}: /{text}/") from None
